import { type RecordOf, resource } from "../../contract/resource.ts";
import { number } from "../../contract/shape.ts";
import { FilterError, parseFilter } from "../../jsonapi/filter.ts";
import { invalid, type Refusal, refused } from "../../jsonapi/refusal.ts";
import type { Invocation } from "../../verbs/invocation.ts";
import type { Outcome } from "../../verbs/outcome.ts";
import { pageOf } from "../../verbs/page.ts";
import type { Account } from "../../world/account.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { uuid } from "../../world/ids.ts";
import { type Change, put } from "../../world/store/store.ts";

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
