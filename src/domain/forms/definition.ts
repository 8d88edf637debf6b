import {
  any,
  byDefault,
  integer,
  list,
  literal,
  nullable,
  object,
  type Shape,
  string,
} from "../../contract/shape.ts";
import { anyBlock } from "./blocks.ts";
import {
  backgroundImage,
  choice,
  dynamicButtonStyles,
  flag,
  maybe,
  teaserStyles,
  text,
  versionStyles,
  whole,
} from "./styles.ts";
import { anyTrigger } from "./triggers.ts";

/** Part of a definition that the service gives an id: a step, a column, a row, a block, an action, and others. */
export interface Part {
  readonly id?: string | null;
  readonly type?: string;
}

export interface Action extends Part {
  readonly type: string;
  readonly submit?: boolean;
  readonly properties?: { readonly list_id?: string | null } | null;
}

export interface Block extends Part {
  readonly type: string;
  readonly action?: Action | null;
  readonly properties?: {
    /** Of an input: under what its value goes. */
    readonly property_name?: string;
    readonly required?: boolean | null;
    readonly options?: readonly { readonly value: string }[];
    readonly sms_consent_type?: readonly string[] | null;
    readonly channel_settings?: Readonly<
      Partial<Record<"sms" | "whatsapp", { readonly consent_type?: string | null }>>
    > | null;
    readonly channels?: readonly ("sms" | "whatsapp")[];
    readonly configuration?: { readonly timezone?: string };
  };
}

interface Row extends Part {
  readonly blocks: readonly Block[];
}

export interface Column extends Part {
  readonly rows?: readonly Row[];
  readonly styles?: object | null;
}

export interface Step extends Part {
  readonly name?: string | null;
  readonly columns: readonly Column[];
  readonly steps?: readonly Step[] | null;
}

/** A form as it looks to one part of those who see it. */
export interface Version {
  readonly id?: number | null;
  readonly name?: string | null;
  readonly status?: "draft" | "live";
  readonly type?: "banner" | "embed" | "flyout" | "full_screen" | "popup";
  readonly location?: string | null;
  readonly ab_test?: boolean;
  readonly steps: readonly Step[];
  readonly triggers?: readonly Part[];
  readonly teasers?: readonly Part[];
  readonly dynamic_button?: Part | null;
}

export interface FormDefinition {
  readonly versions: readonly Version[];
}

const places = literal(
  "bottom_center",
  "bottom_left",
  "bottom_right",
  "center_left",
  "center_right",
  "top_center",
  "top_left",
  "top_right",
);
const device = choice("both", "desktop", "mobile");

const column = object({
  "id?": maybe(),
  "rows?": list(object({ "id?": maybe(), blocks: list(anyBlock) })),
  "styles?": nullable(
    object({ "background_color?": maybe(), "background_image?": nullable(backgroundImage) }),
  ),
});

/** A step may hold others, without end: those are checked one by one (`stepsWithin`). */
export const step: Shape = object({
  columns: list(column),
  "id?": maybe(),
  "name?": maybe(),
  "steps?": nullable(list(any())),
});

const properties = object({
  "accessible_name?": maybe(),
  "click_outside_to_close?": nullable(list(literal("both", "desktop", "mobile"))),
  "record_utm_params_on_submit?": flag(false),
  "rule_based_trigger_evaluation?": byDefault(nullable(literal("all", "any")), "any"),
  "show_close_button?": flag(true),
  "side_image_settings?": nullable(
    object({
      "alignment?": choice("left", "right"),
      "device_type?": list(literal("both", "desktop", "mobile")),
      "size?": choice("medium", "large", "small"),
    }),
  ),
});

const dynamicButton = object({
  data: object({
    ...dynamicButtonStyles,
    "display?": choice("REPLACE", "NEXT_TO"),
    "label?": text(""),
  }),
  "id?": maybe(),
  type: literal("BACK_IN_STOCK_OPEN"),
});

const teaser = object({
  "close_button?": flag(true),
  content: string(),
  "custom_size?": nullable(integer()),
  "device_type?": device,
  "display_order?": choice("after", "before", "before_and_after"),
  "id?": maybe(),
  "location?": byDefault(places, "bottom_left"),
  "size?": choice("small", "custom", "large", "medium"),
  "styles?": teaserStyles,
  "teaser_type?": choice("rectangle", "circle", "corner"),
});

const version = object({
  "ab_test?": flag(false),
  "channel?": choice("WEB", "IN_APP"),
  "dynamic_button?": nullable(dynamicButton),
  "id?": nullable(integer()),
  "location?": nullable(places),
  "message_priority?": whole(50),
  "name?": maybe(),
  "properties?": properties,
  "specialties?": list(literal("BACK_IN_STOCK")),
  "status?": choice("draft", "live"),
  steps: list(step),
  "styles?": versionStyles,
  "teasers?": list(teaser),
  "triggers?": list(anyTrigger),
  "type?": choice("popup", "banner", "embed", "flyout", "full_screen"),
});

/** What a form is made of, in each of its versions. */
export const formDefinition = object({ versions: list(version) }) as Shape as Shape<FormDefinition>;
