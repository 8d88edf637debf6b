import type { CatalogItem, CatalogJob } from "../../domain/catalog-records.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { behavior } from "./behavior.ts";
import { bulkJobs, work } from "./jobs.ts";
import { variantsOf } from "./kinds.ts";
import { operations } from "./operations.ts";
import { catalogCategory, catalogItem, catalogVariant } from "./resources.ts";

const jobs = Object.values(bulkJobs);

export const catalogsArea: ApiArea = {
  name: "catalogs",
  resources: [
    catalogItem,
    catalogVariant,
    catalogCategory,
    ...jobs.map(({ resource }) => resource),
  ],
  operations,
  behavior,
  work,
  bindings: {
    "catalog-item": {
      related: { variants: ({ id }: CatalogItem, account) => variantsOf(account, id) },
    },
    ...Object.fromEntries(
      jobs.map(({ resource, kind }) => [
        resource.type,
        {
          related: {
            [kind.plural]: ({ done }: CatalogJob, account) =>
              done.flatMap((id) => account.table(kind.collection).get(id) ?? []),
          },
        },
      ]),
    ),
  },
};
