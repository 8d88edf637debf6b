import type { ApiArea } from "../../verbs/call.ts";
import { plannedTrackingSettings } from "./planned.ts";

export const trackingSettingsArea: ApiArea = {
  name: "tracking-settings",
  resources: [],
  operations: plannedTrackingSettings,
  behavior: {},
};
