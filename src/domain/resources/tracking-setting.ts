import { type RecordOf, resource } from "../../contract/resource.ts";
import {
  boolean,
  list as listOf,
  literal,
  nullable,
  object,
  oneOf,
  string,
} from "../../contract/shape.ts";

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

/** How links in messages are tracked: one record in each account, which can be changed and nothing else. */
export const trackingSetting = resource("tracking-setting", {
  path: "/api/tracking-settings",
  attributes: {
    auto_add_parameters: { shape: boolean(), write: "update" },
    utm_source: { shape: parameter, write: "update" },
    utm_medium: { shape: parameter, write: "update" },
    utm_campaign: { shape: nullable(parameter), write: "update" },
    utm_id: { shape: nullable(parameter), write: "update" },
    utm_term: { shape: nullable(parameter), write: "update" },
    custom_parameters: { shape: nullable(custom), write: "update" },
  },
  natural: ["id"],
  orders: ["id"],
  defaultSort: "id",
});

export type TrackingSetting = RecordOf<typeof trackingSetting>;
