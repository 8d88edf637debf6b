import { pages, planned } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const plannedTrackingSettings = [
  planned("tracking-setting", "get_tracking_settings", {
    get: "/api/tracking-settings",
    scopes: ["tracking-settings:read"],
    tier: "M",
    since: "2024-10-15",
    fields: ["tracking-setting"],
    paging: [pages({ default: 1, max: 1 })],
  }),
  planned("tracking-setting", "get_tracking_setting", {
    get: "/api/tracking-settings/{id}",
    scopes: ["tracking-settings:read"],
    tier: "M",
    since: "2024-10-15",
    fields: ["tracking-setting"],
  }),
  planned("tracking-setting", "update_tracking_setting", {
    patch: "/api/tracking-settings/{id}",
    scopes: ["tracking-settings:write"],
    tier: "M",
    since: "2024-10-15",
    fields: ["tracking-setting"],
  }),
] as const;
