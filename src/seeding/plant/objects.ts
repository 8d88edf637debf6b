import type { Slices } from "../../world/time/slices.ts";
import { objectSchemas, objectTypes } from "../../domain/resources/custom-object.ts";
import { geofences } from "../../areas/client/geofences.ts";
import { ingest } from "../../areas/custom-objects/ingest.ts";
import { dataSources, sourceMappings } from "../../areas/custom-objects/resources.ts";
import type { Account } from "../../world/account.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import type { GeofencePlan, ObjectsPlan } from "../plan.ts";
import { instantOf } from "../fixture/times.ts";

/** How many records are ingested at once: each of a source in its order. */
const batch = 500;

/**
 * Puts types of objects and data sources into an account, and what these are sent, which becomes objects as ever;
 * what is there already stays as it is.
 */
export function* plantObjects(
  account: Account,
  { sources, types }: ObjectsPlan,
  now: number,
): Slices<void> {
  const fresh = sources.filter(({ id }) => account.table(dataSources).get(id) === undefined);
  const changes: Change[] = fresh.map(({ id, title, visibility, description, namespace }) => {
    const about = { title, visibility, description, namespace };
    return put(dataSources, { id, seq: account.nextSeq(), ...about });
  });
  for (const { type, schema, mapping, created: at } of types) {
    if (account.table(objectTypes).get(type.id) !== undefined) continue;
    const created = instantOf(at, now);
    changes.push(
      put(objectTypes, { ...type, created, updated: created, seq: account.nextSeq() }),
      put(objectSchemas, { ...schema, published_at: created, seq: account.nextSeq() }),
      put(sourceMappings, { ...mapping, seq: account.nextSeq() }),
    );
  }
  account.commit(changes);
  for (const { id: source, records } of fresh) {
    for (let from = 0; from < records.length; from += batch)
      yield* ingest(account, { source, records: records.slice(from, from + batch) }, now);
  }
}

/** Puts geofences in the place of those that every account begins with; none is said: those stay. */
export function plantGeofences(account: Account, planned: readonly GeofencePlan[]): void {
  if (planned.length === 0) return;
  const before = [...account.table(geofences).all()].map(({ id }) => drop(geofences, id));
  account.commit([...before, ...planned.map((each, seq) => put(geofences, { ...each, seq }))]);
}
