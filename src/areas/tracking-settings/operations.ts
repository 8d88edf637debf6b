import { resource } from "../../contract/resource.ts";
import { get, list, pages, update } from "../../contract/rows.ts";
import { boolean, list as listOf, literal, nullable, object } from "../../contract/shape.ts";
import { oneOf, string } from "../../contract/shape.ts";
import { trackingSettings } from "../../domain/collections.ts";

/** A text that is always the same, or one of what is known when a message is sent. */
const value = (...known: string[]) =>
  nullable(
    oneOf(
      object({ type: literal("dynamic"), value: literal(...known) }),
      object({ type: literal("static"), value: string() }),
    ),
  );

const always = [
  "email_subject",
  "link_alt_text",
  "message_type",
  "profile_external_id",
  "profile_id",
];

const values = {
  "flow?": value(...always, "flow_id", "flow_name", "message_name", "message_name_id"),
  "campaign?": value(
    ...always,
    "campaign_id",
    "campaign_name",
    "campaign_name_id",
    "campaign_name_send_day",
    "group_id",
    "group_name",
    "group_name_id",
  ),
} as const;
const parameter = object(values);

const custom = listOf(object({ ...values, name: string({ minLength: 1 }) }));

export const trackingSetting = resource("tracking-setting", {
  path: "/api/tracking-settings",
  collection: trackingSettings.name,
  attributes: {
    auto_add_parameters: { type: "boolean", nullable: false },
    utm_source: { type: "object", shape: parameter, nullable: false },
    utm_medium: { type: "object", shape: parameter, nullable: false },
    utm_campaign: { type: "object", shape: parameter },
    utm_id: { type: "object", shape: parameter },
    utm_term: { type: "object", shape: parameter },
    custom_parameters: { type: "any", shape: custom },
  },
  fields: { id: { type: "string" } },
  defaultSort: "id",
});

const changed = object({
  data: object({
    type: literal("tracking-setting"),
    id: string(),
    attributes: object({
      "auto_add_parameters?": nullable(boolean()),
      "utm_source?": nullable(parameter),
      "utm_medium?": nullable(parameter),
      "utm_campaign?": nullable(parameter),
      "utm_id?": nullable(parameter),
      "utm_term?": nullable(parameter),
      "custom_parameters?": nullable(custom),
    }),
  }),
});

const reading = {
  scopes: ["tracking-settings:read"],
  tier: "M",
  since: "2024-10-15",
  fields: ["tracking-setting"],
} as const;

export const operations = [
  list(trackingSetting, "get_tracking_settings", {
    ...reading,
    paging: [pages({ default: 1, max: 1 })],
  }),
  get(trackingSetting, "get_tracking_setting", reading),
  update(trackingSetting, "update_tracking_setting", {
    ...reading,
    scopes: ["tracking-settings:write"],
    body: changed,
  }),
] as const;
