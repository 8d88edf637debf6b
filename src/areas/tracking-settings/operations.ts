import { resource } from "../../contract/resource.ts";
import { get, list, pages, update } from "../../contract/rows.ts";
import { boolean, list as listOf, literal, nullable, object } from "../../contract/shape.ts";
import { oneOf, string } from "../../contract/shape.ts";
import { trackingSettings } from "../../domain/collections.ts";

const value = nullable(
  oneOf(
    object({ type: literal("dynamic"), value: string({ minLength: 1 }) }),
    object({ type: literal("static"), value: string() }),
  ),
);
const parameter = object({ "flow?": value, "campaign?": value });

const custom = listOf(
  object({ "flow?": value, "campaign?": value, name: string({ minLength: 1 }) }),
);

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
      "auto_add_parameters?": boolean(),
      "utm_source?": parameter,
      "utm_medium?": parameter,
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
