import { unstored } from "../../contract/resource.ts";
import { clientReview } from "../../domain/resources/review.ts";
import type { ApiArea } from "../../verbs/invocation.ts";
import { behavior, work } from "./behavior.ts";
import { firstGeofences, geofence } from "./geofences.ts";
import { ipAllowlist } from "./ip-allowlist.ts";
import { operations } from "./operations.ts";
import { reviewBindings } from "./reviews.ts";
import { reviewValuesReport } from "./review-values.ts";

export const clientArea: ApiArea = {
  name: "client",
  resources: [
    unstored("client-subscription", { path: "/client/subscriptions" }),
    geofence,
    ipAllowlist,
    clientReview,
    reviewValuesReport,
    unstored("back-in-stock-subscription", { path: "/client/back-in-stock-subscriptions" }),
  ],
  operations,
  bindings: reviewBindings,
  behavior,
  work,
  begins: firstGeofences,
};
