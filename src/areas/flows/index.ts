import type { ApiArea } from "../../verbs/call.ts";
import { unbuiltFlows } from "./unbuilt.ts";

export const flowsArea: ApiArea = {
  name: "flows",
  resources: [],
  operations: unbuiltFlows,
};
