import type { ApiArea } from "../../verbs/call.ts";
import { plannedReporting } from "./planned.ts";

export const reportingArea: ApiArea = {
  name: "reporting",
  resources: [],
  operations: plannedReporting,
  behavior: {},
};
