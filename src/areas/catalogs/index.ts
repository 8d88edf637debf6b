import type { ApiArea } from "../../verbs/call.ts";
import { plannedCategories } from "./planned-categories.ts";
import { plannedItems } from "./planned-items.ts";
import { plannedVariants } from "./planned-variants.ts";

export const catalogsArea: ApiArea = {
  name: "catalogs",
  resources: [],
  operations: [...plannedItems, ...plannedVariants, ...plannedCategories],
  behavior: {},
};
