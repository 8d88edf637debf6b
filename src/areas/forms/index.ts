import type { ApiArea } from "../../verbs/call.ts";
import { unbuiltForms } from "./unbuilt.ts";

export const formsArea: ApiArea = {
  name: "forms",
  resources: [],
  operations: unbuiltForms,
};
