import type { ApiArea } from "../../verbs/call.ts";
import { plannedCustomObjects } from "./planned.ts";

export const customObjectsArea: ApiArea = {
  name: "custom-objects",
  resources: [],
  operations: plannedCustomObjects,
  behavior: {},
};
