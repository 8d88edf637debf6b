import { get, list, pages, update } from "../../contract/rows.ts";
import { trackingSetting } from "../../domain/resources/tracking-setting.ts";

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
  }),
] as const;
