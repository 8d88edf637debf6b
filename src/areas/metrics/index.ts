import type { ApiArea } from "../../verbs/call.ts";
import { operations } from "./operations.ts";
import { metric } from "./resources.ts";

export const metricsArea: ApiArea = {
  name: "metrics",
  resources: [metric],
  operations,
  behavior: {},
};
