import { once } from "../contract/memo.ts";
import type { Api, ApiArea, Behavior, Compute, Keeping, Quirky } from "../verbs/invocation.ts";
import type { Relate } from "../verbs/invocation.ts";
import { accountsArea } from "./accounts/index.ts";
import { campaignsArea } from "./campaigns/index.ts";
import { catalogsArea } from "./catalogs/index.ts";
import { clientArea } from "./client/index.ts";
import { conversationsArea } from "./conversations/index.ts";
import { couponsArea } from "./coupons/index.ts";
import { customObjectsArea } from "./custom-objects/index.ts";
import { dataPrivacyArea } from "./data-privacy/index.ts";
import { eventsArea } from "./events/index.ts";
import { flowsArea } from "./flows/index.ts";
import { formsArea } from "./forms/index.ts";
import { imagesArea } from "./images/index.ts";
import { listsArea } from "./lists/index.ts";
import { metricsArea } from "./metrics/index.ts";
import { profilesArea } from "./profiles/index.ts";
import { reportingArea } from "./reporting/index.ts";
import { reviewsArea } from "./reviews/index.ts";
import { segmentsArea } from "./segments/index.ts";
import { tagsArea } from "./tags/index.ts";
import { templatesArea } from "./templates/index.ts";
import { trackingSettingsArea } from "./tracking-settings/index.ts";
import { webFeedsArea } from "./web-feeds/index.ts";
import { webhooksArea } from "./webhooks/index.ts";
import { compile } from "../contract/compile.ts";
import { oauthRows } from "../contract/oauth.ts";
import { type Quirk, quirkNames } from "../contract/quirks.ts";
import { sharedCollections } from "../domain/every-collection.ts";
import { collectionOf } from "../world/store/collection-of.ts";
import type { Target } from "../world/faults/plan.ts";
import type { Collection } from "../world/store/store.ts";

const areas: readonly ApiArea[] = [
  accountsArea,
  campaignsArea,
  catalogsArea,
  clientArea,
  conversationsArea,
  couponsArea,
  customObjectsArea,
  dataPrivacyArea,
  eventsArea,
  flowsArea,
  formsArea,
  imagesArea,
  listsArea,
  metricsArea,
  profilesArea,
  reportingArea,
  reviewsArea,
  segmentsArea,
  tagsArea,
  templatesArea,
  trackingSettingsArea,
  webFeedsArea,
  webhooksArea,
];

export const createApi = (options: { readonly trusted?: boolean } = {}): Api =>
  apiOf(areas, options);

const known = once((all: readonly ApiArea[]): Api => apiOf(all, { trusted: true }));

/** The whole API, put together once for all emulators of a process: nothing of it ever changes. */
export const wholeApi = (): Api => known(areas);

/** @param options.trusted leaves the check of the table to the tests @throws Error that lists every fault of the table, one a line */
export function apiOf(
  areas: readonly ApiArea[],
  options: { readonly trusted?: boolean } = {},
): Api {
  const contract = compile<Behavior, Compute, Relate, Keeping>(areas, options);
  const work = new Map(areas.flatMap((area) => Object.entries(area.work ?? {})));
  const targets = new Map<string, Target>(contract.operations);
  for (const row of oauthRows) targets.set(row.id, row);
  const begins = areas.flatMap((area) => area.begins ?? []);
  return {
    ...contract,
    collections: collectionsOf(areas),
    work,
    targets,
    quirks: quirksOf(areas),
    begins,
    loads: new Map(areas.flatMap((area) => Object.entries(area.loads ?? {}))),
    downloads: new Map(areas.flatMap((area) => Object.entries(area.downloads ?? {}))),
    steps: new Set(areas.flatMap((area) => area.steps ?? [])),
  };
}

/** Every kind of record that an account may hold. Whatever goes through all of them asks this table. */
function collectionsOf(all: readonly ApiArea[]): Api["collections"] {
  const own = all.flatMap(({ resources, collections = [] }) => [
    ...resources
      .filter(({ collection }) => collection !== undefined)
      .map((each) => collectionOf(each)),
    ...collections,
  ]);
  return new Map([...sharedCollections, ...own].map((each) => [each.name, each as Collection]));
}

function quirksOf(all: readonly ApiArea[]): Api["quirks"] {
  const found = new Map<string, { name: Quirk; act: Quirky }[]>();
  for (const name of quirkNames) {
    for (const { quirks } of all) {
      const { operation, act } = quirks?.[name] ?? {};
      if (operation === undefined || act === undefined) continue;
      found.set(operation, [...(found.get(operation) ?? []), { name, act }]);
    }
  }
  return found;
}
