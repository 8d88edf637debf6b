import { action, pages, type RowOptions } from "../../contract/rows.ts";
import type { Shape } from "../../contract/shape.ts";
import { backInStock } from "../../domain/back-in-stock.ts";
import { newPushToken } from "../../domain/profiles/push-token-shape.ts";
import {
  clientProfile,
  newClientEvent,
  newClientEvents,
  newSubscription,
  unregistration,
} from "./body.ts";
import { geofence } from "./geofences.ts";
import { ipAllowlist } from "./ip-allowlist.ts";
import { reviewRows } from "./reviews.ts";

/** What a client may do: create, and be told nothing (specification, "Client-side operations"). */
const create = <const Id extends string, B>(
  type: string,
  id: Id,
  path: string,
  body: Shape<B>,
  options: RowOptions,
) => action({ type }, id, { post: path, body, success: 202, empty: true, ...options });

export const operations = [
  create(
    "client-subscription",
    "create_client_subscription",
    "/client/subscriptions",
    newSubscription,
    { limits: { burst: 350, steady: 750 } },
  ),
  create("push-token", "create_client_push_token", "/client/push-tokens", newPushToken, {
    limits: { burst: 150, steady: 1400 },
  }),
  create(
    "push-token",
    "unregister_client_push_token",
    "/client/push-token-unregister",
    unregistration,
    { tier: "M" },
  ),
  create("event", "create_client_event", "/client/events", newClientEvent, { tier: "XL" }),
  create("profile", "create_client_profile", "/client/profiles", clientProfile, { tier: "XL" }),
  create("event", "bulk_create_client_events", "/client/event-bulk-create", newClientEvents, {
    tier: "M",
  }),
  create(
    "back-in-stock-subscription",
    "create_client_back_in_stock_subscription",
    "/client/back-in-stock-subscriptions",
    backInStock,
    { tier: "XL" },
  ),
  action(geofence, "get_client_geofences", {
    get: geofence.path,
    tier: "S",
    since: "2026-04-15",
    header: "filtersHeader",
    fields: ["geofence"],
    paging: [pages({ default: 20, max: 100 })],
    success: 200,
  }),
  action(ipAllowlist, "get_client_ip_allowlist", {
    get: `${ipAllowlist.path}/{id}`,
    tier: "L",
    since: "2026-07-15",
    open: true,
    fields: ["ip-allowlist"],
    success: 200,
  }),
  ...reviewRows,
] as const;
