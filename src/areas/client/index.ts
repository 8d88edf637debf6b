import { unstored } from "../../contract/resource.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { behavior, work } from "./behavior.ts";
import { firstGeofences, geofence } from "./geofences.ts";
import { ipAllowlist } from "./ip-allowlist.ts";
import { operations } from "./operations.ts";

export const clientArea: ApiArea = {
  name: "client",
  resources: [
    unstored("client-subscription", { path: "/client/subscriptions" }),
    geofence,
    ipAllowlist,
    unstored("back-in-stock-subscription", { path: "/client/back-in-stock-subscriptions" }),
  ],
  operations,
  behavior,
  work,
  begins: firstGeofences,
};
