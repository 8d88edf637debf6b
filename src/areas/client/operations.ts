import { instant } from "../../contract/members.ts";
import { type RecordOf, unstored, resource } from "../../contract/resource.ts";
import { action } from "../../contract/rows.ts";
import { list, string, absentIfNull, during, literal, nullable } from "../../contract/shape.ts";
import { object, open, required, number } from "../../contract/shape.ts";
import { backInStock } from "../../domain/back-in-stock.ts";
import { listRelationship, subscribedChannels } from "../../domain/consent/subscription.ts";
import { eventData, eventsOfOne } from "../../domain/events/check.ts";
import { profileFields, profileMeta, profileWithMeta } from "../../domain/profiles/shape.ts";
import { profileWithMetaBeside } from "../../domain/profiles/shape.ts";
import { newPushToken } from "../../domain/profiles/shown-shapes.ts";
import { FilterError, parseFilter } from "../../jsonapi/filter.ts";
import { invalid, type Refusal, refused } from "../../jsonapi/refusal.ts";
import type { Invocation } from "../../verbs/invocation.ts";
import type { Outcome } from "../../verbs/outcome.ts";
import { pageOf } from "../../verbs/page.ts";
import type { Account } from "../../world/account.ts";
import { uuid } from "../../world/ids.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { type Change, put } from "../../world/store/store.ts";
import { bodyOf } from "../bodies.ts";
import { reviewRows } from "./reviews.ts";

const degrees = { shape: number() } as const;

/** A circle on the map whose entering and leaving an app tells of: a place in degrees, a radius in metres. */
export const geofence = resource("geofence", {
  path: "/client/geofences",
  attributes: { latitude: degrees, longitude: degrees, radius: degrees },
  orders: ["id"],
  defaultSort: "id",
});

export type Geofence = RecordOf<typeof geofence>;
export const geofences = collectionOf(geofence);

/** @guess get_client_geofences: An account has three geofences in its city, as no operation creates one. */
export function firstGeofences(account: Account): Change[] {
  const dice = account.dice("geofence");
  const near = (degrees: number) => degrees + dice.integer(-50_000, 50_000) / 1e6;
  return [100, 250, 500].map((radius, seq) => {
    const place = { latitude: near(40.7128), longitude: near(-74.006) };
    return put(geofences, { id: uuid(dice), seq, ...place, radius });
  });
}

type Position = Readonly<Record<"lat" | "lng", number>>;

/** Those that are nearest to the device first, if it says where it is. */
export function nearest({ account, query, header }: Invocation): Outcome {
  const position = header === undefined ? undefined : positionIn(header);
  if (refused(position)) return position;
  const placeOf = (each: Geofence) => ({
    value: position === undefined ? each.id : distance(each, position),
    seq: each.seq,
  });
  const { found, ...places } = pageOf([...account.table(geofences).all()], query, placeOf);
  return { ...places, kind: "page", records: found };
}

/** `and(equals(lat,40.7),equals(lng,-74.0))`. @guess get_client_geofences: An invalid position is a 400 with the pointer `/data/`. */
function positionIn(text: string): Position | Refusal {
  const wrong = (why: string) => {
    const detail = `Invalid position: ${why}.`;
    return invalid("/data/", detail, "in the header: and(equals(lat,40.7),equals(lng,-74.0))");
  };
  try {
    const said = new Map(
      parseFilter(text).map(({ field, operator, values: [value] }) => [
        `${operator}(${field})`,
        Number(value?.text || Number.NaN),
      ]),
    );
    const [lat = Number.NaN, lng = Number.NaN] = [said.get("equals(lat)"), said.get("equals(lng)")];
    if (said.size > 2 || !(Math.abs(lat) <= 90))
      return wrong("it needs equals(lat,…) from -90 to 90");
    if (!(Math.abs(lng) <= 180)) return wrong("it needs equals(lng,…) from -180 to 180");
    return { lat, lng };
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    return wrong(`${error.message} at character ${error.at}`);
  }
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** By the haversine formula: the part of the way round the earth, which orders as the metres do. */
function distance({ latitude, longitude }: Geofence, { lat, lng }: Position): number {
  const [up, across] = [radians(lat - latitude), radians(lng - longitude)];
  const flat = Math.cos(radians(lat)) * Math.cos(radians(latitude));
  return Math.sin(up / 2) ** 2 + flat * Math.sin(across / 2) ** 2;
}

export const ipAllowlist = unstored("ip-allowlist", {
  path: "/client/ip-allowlists",
  attributes: {
    prefixes: { shape: list(string()) },
    sync_token: { shape: string() },
    created: { shape: instant() },
  },
});

/** The only one that there is. @guess get_client_ip_allowlist: The addresses are those reserved for documentation, and their token and age are made up. */
export const allowlist: RecordOf<typeof ipAllowlist> = {
  id: "integration-egress",
  seq: 0,
  prefixes: ["192.0.2.0/24", "198.51.100.0/24", "2001:db8::/32"],
  sync_token: "1",
  created: Date.UTC(2026, 6, 15),
};

/** A list had to be named, then need not be, and must again. */
const listNeeded = [{ until: "2024-05-15" }, { since: "2025-01-15" }] as const;
const meta = absentIfNull(profileMeta);

/** One profile, with its properties, and perhaps the list that it subscribes to (specification). */
const newSubscription = bodyOf("subscription", {
  attributes: object({
    "custom_source?": nullable(string()),
    profile: bodyOf("profile", {
      "id?": nullable(string()),
      attributes: object({
        ...profileFields,
        "meta?": during(meta, { until: "2024-02-15" }, { since: "2025-01-15" }),
        "subscriptions?": during(absentIfNull(subscribedChannels), { since: "2025-01-15" }),
      }),
      "properties?": open(),
      "meta?": during(meta, { since: "2024-02-15", until: "2025-01-15" }),
    }),
  }),
  "relationships?": required(listRelationship(...listNeeded), ...listNeeded),
});

const unregistration = bodyOf("push-token-unregister", {
  attributes: object({
    token: string({ minLength: 1 }),
    platform: literal("android", "ios"),
    "vendor?": nullable(literal("apns", "fcm")),
    profile: object({
      data: profileWithMeta([{ until: "2024-02-15" }], [{ since: "2024-02-15" }]),
    }),
  }),
});

/** What a client may do: create, and be told nothing (specification, "Client-side operations"). */
export const operations = [
  action({ type: "client-subscription" }, "create_client_subscription", { body: newSubscription }),
  action({ type: "push-token" }, "create_client_push_token", { body: newPushToken }),
  action({ type: "push-token" }, "unregister_client_push_token", { body: unregistration }),
  action({ type: "event" }, "create_client_event", { body: object({ data: eventData }) }),
  action({ type: "profile" }, "create_client_profile", {
    body: object({ data: profileWithMetaBeside }),
  }),
  action({ type: "event" }, "bulk_create_client_events", { body: object({ data: eventsOfOne }) }),
  action({ type: "back-in-stock-subscription" }, "create_client_back_in_stock_subscription", {
    body: backInStock,
  }),
  action(geofence, "get_client_geofences", { header: "filtersHeader" }),
  action(ipAllowlist, "get_client_ip_allowlist", { open: true }),
  ...reviewRows,
] as const;
