import type { ApiArea } from "../../verbs/invocation.ts";
import { behavior } from "./behavior.ts";
import { bulkJobs, work } from "./jobs.ts";
import { operations } from "./operations.ts";
import {
  catalogCategory,
  catalogItem,
  catalogVariant,
  categoriesOfItems,
  itemsOfCategories,
} from "./resources.ts";

const jobs = Object.values(bulkJobs);

export const catalogsArea: ApiArea = {
  name: "catalogs",
  resources: [
    catalogItem,
    catalogVariant,
    catalogCategory,
    ...jobs.map(({ resource }) => resource),
  ],
  collections: [categoriesOfItems, itemsOfCategories] as never,
  operations,
  behavior,
  work,
};
