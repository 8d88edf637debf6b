import type { Api, ApiArea } from "../verbs/call.ts";
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
import { apiOf } from "./api-of.ts";

/** Every area of the API, in the order of the documents. */
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

/** The whole API, put together anew. @param options as those of `apiOf` */
export const createApi = (options: { readonly trusted?: boolean } = {}): Api =>
  apiOf(areas, options);

/** Tables never change. */
const known = new WeakMap<readonly ApiArea[], Api>();

/** The whole API, put together once for all emulators of a process: nothing of it ever changes. */
export function wholeApi(): Api {
  const api = known.get(areas) ?? createApi({ trusted: true });
  known.set(areas, api);
  return api;
}
