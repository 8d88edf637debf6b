import type { ApiArea } from "../../verbs/call.ts";
import { plannedTemplates } from "./planned.ts";

export const templatesArea: ApiArea = {
  name: "templates",
  resources: [],
  operations: plannedTemplates,
  behavior: {},
};
