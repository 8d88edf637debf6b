import type { ApiArea } from "../../verbs/call.ts";
import { unbuiltReporting } from "./unbuilt.ts";

export const reportingArea: ApiArea = {
  name: "reporting",
  resources: [],
  operations: unbuiltReporting,
};
