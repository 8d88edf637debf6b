import type { ApiArea } from "../../verbs/call.ts";
import { plannedForms } from "./planned.ts";

export const formsArea: ApiArea = {
  name: "forms",
  resources: [],
  operations: plannedForms,
  behavior: {},
};
