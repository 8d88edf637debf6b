import type { ApiArea } from "../../verbs/call.ts";
import { operations, trackingSetting } from "./operations.ts";

export const trackingSettingsArea: ApiArea = {
  name: "tracking-settings",
  resources: [trackingSetting],
  operations,
  behavior: {},
  // Every account has one from the start, which can be changed and nothing else.
  bindings: {
    "tracking-setting": { keeping: { idOf: ({ id }) => id, defaults: () => ({}) } },
  },
};
