import type { AreaExamples } from "../../support/areas/example.ts";
import { changing } from "./bodies.ts";

export const trackingSettings: AreaExamples = {
  title: "Tracking settings",
  intro:
    "What is added to the links of messages, so that a website knows where visitors come from.",
  see: { messages: "../../areas/messages.md" },
  ids: { "tracking-settings": "DEMO01" },
  requests: {
    get_tracking_settings: { show: ["auto_add_parameters"] },
    get_tracking_setting: { show: ["auto_add_parameters", "utm_source"] },
    update_tracking_setting: {
      note: "The id is the company id.",
      body: changing("tracking-setting", "DEMO01", {
        auto_add_parameters: true,
        utm_source: {
          flow: { type: "static", value: "flows" },
          campaign: { type: "dynamic", value: "campaign_name" },
        },
      }),
    },
  },
};
