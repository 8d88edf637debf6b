import type { ApiArea } from "../../verbs/call.ts";
import { plannedFlows } from "./planned.ts";

export const flowsArea: ApiArea = {
  name: "flows",
  resources: [],
  operations: plannedFlows,
  behavior: {},
};
