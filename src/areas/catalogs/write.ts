import { catalogId } from "./shape.ts";
import { type Dated, linkedIds, relinking, unlinking } from "../../domain/campaigns/links.ts";
import {
  conflict,
  invalidBody,
  missingProblem,
  noSuchRecord,
  type Problem,
  type Refusal,
  refused,
} from "../../jsonapi/refusal.ts";
import type { Account } from "../../world/account.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import type { Kind } from "./kinds.ts";

interface WithId {
  readonly id: string;
}

/** What a body says of one thing. Refusals point into it as if it were the only one: `/data/…`. */
export interface Given {
  readonly id?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<
    Record<string, { readonly data?: WithId | readonly WithId[] } | undefined>
  >;
}

/** Makes one that was not there. */
export function createOne(
  account: Account,
  kind: Kind,
  given: Given,
  now: number,
): Dated | Refusal {
  const { integration_type: _, catalog_type: __, ...attributes } = given.attributes ?? {};
  const id = catalogId(attributes["external_id"]);
  if (account.table(kind.collection).get(id) !== undefined) {
    const hint = `${id} exists: change it with PATCH /api/catalog-${kind.plural}/${id}`;
    return conflict("/data/attributes/external_id", `A ${kind.type} with id ${id} exists.`, hint);
  }
  const ends = endsOf(account, kind, given);
  if (refused(ends)) return ends;
  const base = { ...kind.defaults, id, seq: account.nextSeq(), created: now, updated: now };
  const record = { ...base, ...said(kind, attributes), ...ends.single };
  account.commit([put(kind.collection, record), ...ends.linked(record)]);
  return record;
}

/** Other attributes of one that is there; of its links those to the ends that are named stay. */
export function updateOne(account: Account, kind: Kind, given: Given, now: number) {
  const before = account.table(kind.collection).get(given.id ?? "");
  if (before === undefined) return noSuchRecord(kind.type, given.id ?? "");
  const ends = endsOf(account, kind, given);
  if (refused(ends)) return ends;
  const record: Dated & { readonly updated: number } = {
    ...before,
    ...said(kind, given.attributes ?? {}),
    ...ends.single,
    updated: now,
  };
  account.commit([put(kind.collection, record), ...ends.linked(record)]);
  return record;
}

/** Takes one out, and what hangs on it. */
export function deleteOne(account: Account, kind: Kind, { id = "" }: Given): Dated | Refusal {
  const record = account.table(kind.collection).get(id);
  if (record === undefined) return noSuchRecord(kind.type, id);
  const links = Object.values(kind.ends).flatMap(({ direction }) =>
    direction === undefined ? [] : unlinking(direction, id, linkedIds(account, direction, id)),
  );
  account.commit([...links, ...kind.along(account, id), drop(kind.collection, id)]);
  return record;
}

/** The attributes as the record has them: null is what stands where nothing is said. */
function said({ defaults }: Kind, attributes: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      if (value !== null) return [[name, value]];
      return name in defaults ? [[name, defaults[name]]] : [];
    }),
  );
}

/** The ends that a body names: ids for the record itself, and the changes for its links. */
function endsOf(account: Account, kind: Kind, { relationships = {} }: Given) {
  const single: Record<string, string> = {};
  const linkings: ((record: Dated) => Change[])[] = [];
  const problems: Problem[] = [];
  for (const [name, end] of Object.entries(kind.ends)) {
    const data = relationships[name]?.data;
    if (data === undefined) continue;
    const at = `/data/relationships/${name}/data`;
    const { direction } = end;
    if (direction === undefined) {
      single[name] = (data as WithId).id;
      problems.push(...unknown(account, end, [data as WithId], () => `${at}/id`));
      continue;
    }
    const named = data as readonly WithId[];
    problems.push(...unknown(account, end, named, (index) => `${at}/${index}/id`));
    linkings.push((record) =>
      relinking(account, direction, record, recordsOf(account, end, named)),
    );
  }
  if (problems.length > 0) return invalidBody(problems);
  return { single, linked: (record: Dated) => linkings.flatMap((each) => each(record)) };
}

type End = Kind["ends"][string];

/** One problem for each that is not there. */
export const unknown = (
  account: Account,
  { type, collection }: End,
  named: readonly WithId[],
  pointerAt: (index: number) => string,
): Problem[] =>
  named.flatMap(({ id }, index) =>
    account.table(collection).get(id) === undefined
      ? [missingProblem(pointerAt(index), type, id)]
      : [],
  );

/** Those that are named and there, each once. */
export const recordsOf = (
  account: Account,
  { collection }: End,
  named: readonly WithId[],
): Dated[] =>
  [...new Set(named.map(({ id }) => id))].flatMap((id) => account.table(collection).get(id) ?? []);
