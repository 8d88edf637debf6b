import { geofences } from "../areas/client/geofences.ts";
import type { Account } from "../world/account.ts";
import { uuid } from "../world/ids.ts";
import { drop, put } from "../world/store/store.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import type { Streams } from "./groups.ts";
import type { GeofencePlan } from "./plan.ts";

/** The geofences that take the place of those that every account begins with. */
export const geofencesOf = (draft: AccountDraft, streams: Streams): GeofencePlan[] =>
  [...itemsOf(draft, "geofences")].map(({ item }) => ({
    id: uuid(streams("objects/geofence")),
    ...item,
  }));

export function plantGeofences(account: Account, planned: readonly GeofencePlan[]): void {
  if (planned.length === 0) return;
  const before = [...account.table(geofences).all()].map(({ id }) => drop(geofences, id));
  account.commit([...before, ...planned.map((each, seq) => put(geofences, { ...each, seq }))]);
}
