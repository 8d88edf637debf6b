// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  boolean, byDefault, integer, list, literal, named, nullable, object, oneOf, open, string,
  type Shape
} from "../../contract/shape.ts";
import { flowProfileFilter, type FlowProfileFilter } from "./flow-filters.ts";
import {
  plainMessage, type PlainMessage, richMessage, type RichMessage
} from "./message-hierarchies.ts";

/** What the messages of a flow say, by kind. */

export interface FlowEmail {
  readonly from_email?: string | null; readonly from_label?: string | null;
  readonly reply_to_email?: string | null; readonly cc_email?: string | null;
  readonly bcc_email?: string | null; readonly subject_line?: string | null;
  readonly preview_text?: string | null; readonly template_id?: string | null;
  readonly transactional?: boolean; readonly add_tracking_params?: boolean;
  readonly custom_tracking_params?: readonly {
    readonly param: string; readonly value: string
  }[] | null;
  readonly id?: string | null; readonly name?: string | null;
  readonly additional_filters?: FlowProfileFilter; readonly smart_sending_enabled?: boolean
}
export const flowEmail: Shape<FlowEmail> = named(
  "FlowEmail",
  object({
    "from_email?": byDefault(nullable(string()), null),
    "from_label?": byDefault(nullable(string()), null),
    "reply_to_email?": byDefault(nullable(string()), null),
    "cc_email?": byDefault(nullable(string()), null),
    "bcc_email?": byDefault(nullable(string()), null),
    "subject_line?": byDefault(nullable(string()), null),
    "preview_text?": byDefault(nullable(string()), null),
    "template_id?": byDefault(nullable(string()), null),
    "transactional?": byDefault(boolean(), false),
    "add_tracking_params?": byDefault(boolean(), false),
    "custom_tracking_params?": byDefault(
      nullable(list(object({ param: string(), value: string() }))), null
    ),
    "id?": byDefault(nullable(string()), null), "name?": byDefault(nullable(string()), null),
    "additional_filters?": byDefault(flowProfileFilter, null),
    "smart_sending_enabled?": byDefault(boolean(), true)
  })
);
export interface FlowSms {
  readonly body: string; readonly template_id?: string | null; readonly image_id?: string | null;
  readonly dynamic_image?: string | null;
  readonly message_hierarchy?: readonly (RichMessage | PlainMessage | string)[] | null;
  readonly shorten_links?: boolean; readonly include_contact_card?: boolean;
  readonly add_org_prefix?: boolean; readonly add_info_link?: boolean;
  readonly add_opt_out_language?: boolean; readonly sms_quiet_hours_enabled?: boolean;
  readonly transactional?: boolean; readonly add_tracking_params?: boolean;
  readonly custom_tracking_params?: readonly {
    readonly param: string; readonly value: string
  }[] | null;
  readonly id?: string | null; readonly name?: string | null;
  readonly additional_filters?: FlowProfileFilter; readonly smart_sending_enabled?: boolean
}
export const flowSms: Shape<FlowSms> = named(
  "FlowSms",
  object({
    body: string(), "template_id?": byDefault(nullable(string()), null),
    "image_id?": byDefault(nullable(string()), null),
    "dynamic_image?": byDefault(nullable(string()), null),
    "message_hierarchy?": byDefault(
      nullable(list(oneOf(richMessage, plainMessage, string()))), null
    ),
    "shorten_links?": byDefault(boolean(), true),
    "include_contact_card?": byDefault(boolean(), false),
    "add_org_prefix?": byDefault(boolean(), true), "add_info_link?": byDefault(boolean(), true),
    "add_opt_out_language?": byDefault(boolean(), false),
    "sms_quiet_hours_enabled?": byDefault(boolean(), true),
    "transactional?": byDefault(boolean(), false),
    "add_tracking_params?": byDefault(boolean(), false),
    "custom_tracking_params?": byDefault(
      nullable(list(object({ param: string(), value: string() }))), null
    ),
    "id?": byDefault(nullable(string()), null), "name?": byDefault(nullable(string()), null),
    "additional_filters?": byDefault(flowProfileFilter, null),
    "smart_sending_enabled?": byDefault(boolean(), true)
  })
);
export interface FlowPushNotification {
  readonly body: string; readonly title?: string | null; readonly sound?: boolean;
  readonly badge?: boolean;
  readonly badge_options?:
    { readonly badge_config: "increment_one" } |
    { readonly badge_config: "set_count"; readonly value: string } |
    { readonly badge_config: "set_property"; readonly set_from_property: string };
  readonly on_open?: "home" | "link" | "open_url"; readonly ios_link?: string | null;
  readonly android_link?: string | null; readonly web_url?: string | null;
  readonly image_id?: string | null; readonly dynamic_image?: string | null;
  readonly video_asset_id?: string | null;
  readonly kv_pairs?: Readonly<Record<string, unknown>> | null;
  readonly push_type?: "silent" | "standard" | null;
  readonly action_buttons?: readonly ({
    readonly label: string; readonly action_type: "deep_link" | "dismiss" | "open_app" | "open_url";
    readonly position?: number | null; readonly url?: string | null; readonly icon?: string | null;
    readonly custom_action_id?: string | null
  })[] | null;
  readonly conversion_metric_id?: string | null; readonly id?: string | null;
  readonly name?: string | null; readonly additional_filters?: FlowProfileFilter;
  readonly smart_sending_enabled?: boolean
}
export const flowPushNotification: Shape<FlowPushNotification> = named(
  "FlowPushNotification",
  object({
    body: string(), "title?": byDefault(nullable(string()), null),
    "sound?": byDefault(boolean(), false), "badge?": byDefault(boolean(), false),
    "badge_options?": oneOf(
      object({ badge_config: literal("increment_one") }),
      object({ badge_config: literal("set_count"), value: string() }),
      object({ badge_config: literal("set_property"), set_from_property: string() })
    ),
    "on_open?": byDefault(literal("home", "link", "open_url"), "home"),
    "ios_link?": byDefault(nullable(string()), null),
    "android_link?": byDefault(nullable(string()), null),
    "web_url?": byDefault(nullable(string()), null),
    "image_id?": byDefault(nullable(string()), null),
    "dynamic_image?": byDefault(nullable(string()), null),
    "video_asset_id?": byDefault(nullable(string()), null),
    "kv_pairs?": byDefault(nullable(open()), null),
    "push_type?": byDefault(nullable(literal("silent", "standard")), null),
    "action_buttons?": byDefault(
      nullable(list(object({
        label: string(), action_type: literal("deep_link", "dismiss", "open_app", "open_url"),
        "position?": byDefault(nullable(integer()), null),
        "url?": byDefault(nullable(string()), null), "icon?": byDefault(nullable(string()), null),
        "custom_action_id?": byDefault(nullable(string()), null)
      }))),
      null
    ),
    "conversion_metric_id?": byDefault(nullable(string()), null),
    "id?": byDefault(nullable(string()), null), "name?": byDefault(nullable(string()), null),
    "additional_filters?": byDefault(flowProfileFilter, null),
    "smart_sending_enabled?": byDefault(boolean(), true)
  })
);
export interface FlowWhatsApp {
  readonly vendor_id?: string | null; readonly transactional?: boolean;
  readonly add_tracking_params?: boolean; readonly id?: string | null;
  readonly name?: string | null; readonly additional_filters?: FlowProfileFilter;
  readonly smart_sending_enabled?: boolean
}
export const flowWhatsApp: Shape<FlowWhatsApp> = named(
  "FlowWhatsApp",
  object({
    "vendor_id?": byDefault(nullable(string()), null),
    "transactional?": byDefault(boolean(), false),
    "add_tracking_params?": byDefault(boolean(), false), "id?": byDefault(nullable(string()), null),
    "name?": byDefault(nullable(string()), null),
    "additional_filters?": byDefault(flowProfileFilter, null),
    "smart_sending_enabled?": byDefault(boolean(), true)
  })
);
export interface FlowWebhook {
  readonly url: string | null; readonly headers?: Readonly<Record<string, unknown>> | null;
  readonly body?: string | null; readonly id?: string | null; readonly name?: string | null
}
export const flowWebhook: Shape<FlowWebhook> = named(
  "FlowWebhook",
  object({
    url: nullable(string()), "headers?": byDefault(nullable(open()), null),
    "body?": byDefault(nullable(string()), null), "id?": byDefault(nullable(string()), null),
    "name?": byDefault(nullable(string()), null)
  })
);
export interface FlowInternalAlert {
  readonly from_email: string | null; readonly from_label: string | null;
  readonly subject_line: string | null; readonly to_emails: readonly string[];
  readonly template_id?: string | null; readonly id?: string | null; readonly name?: string | null
}
export const flowInternalAlert: Shape<FlowInternalAlert> = named(
  "FlowInternalAlert",
  object({
    from_email: nullable(string()), from_label: nullable(string()),
    subject_line: nullable(string()), to_emails: list(string()),
    "template_id?": byDefault(nullable(string()), null), "id?": byDefault(nullable(string()), null),
    "name?": byDefault(nullable(string()), null)
  })
);
