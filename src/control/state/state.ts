import { operationsOf } from "../act.ts";
import { limitDefault, limitMax, storedActs } from "../acts/state.ts";
import { newestRevision } from "../../contract/revisions.ts";
import { readParameters } from "../../jsonapi/parameters.ts";
import { type Query, readQuery } from "../../jsonapi/query.ts";
import { type Refusal, refused } from "../../jsonapi/refusal.ts";
import { profiles } from "../../domain/resources/profile.ts";
import { erase } from "../../domain/profiles/merge.ts";
import { list } from "../../verbs/list.ts";
import { run } from "../../verbs/run.ts";
import type { Api } from "../../verbs/invocation.ts";
import type { Account } from "../../world/account.ts";
import { adviceOn } from "../../world/name-match.ts";
import type { Stored } from "../../world/store/record.ts";
import { shownRecord } from "../../world/store/record-change.ts";
import type { Collection, Table } from "../../world/store/store.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { oneAccount, singleAccount } from "../operation.ts";
import { listed, LongText, type Pieces } from "../pieces.ts";
import { pluralOf } from "../../emulation/plural.ts";
import { ControlError, notAmong } from "../../emulation/problem.ts";

/** Which records to show, in the service's own language of filters and sorts. */
export interface StateQuery {
  /** A company id. Default: the first account. */
  readonly account?: string;
  readonly filter?: string;
  readonly sort?: string;
  /** How many at most: 1,000 if it is not said, and never more than 100,000. */
  readonly limit?: number;
}

/** Records of one collection, as they are stored: instants are milliseconds since 1970. */
export interface StateView {
  readonly account: string;
  readonly collection: string;
  /** How many the collection holds, whatever the filter. */
  readonly total: number;
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** Whether there are more than the limit lets through. */
  readonly more: boolean;
}

export function countState({ world, api }: Emulation, id?: string) {
  const account = oneAccount(world, id);
  return { account: account.id, counts: sizesOf(api, account.tables()) };
}

export const sizesOf = (api: Api, tables: ReadonlyMap<string, Table>): Record<string, number> =>
  Object.fromEntries(
    [...api.collections.keys()].map((name) => [pluralOf(name), tables.get(name)?.size ?? 0]),
  );

/** The stored records of one collection. @throws ControlError for what the row does not allow */
export function readState(emulation: Emulation, plural: string, query: StateQuery): StateView {
  const { found, show, ...about } = foundIn(emulation, plural, query);
  return { ...about, records: found.map(show) };
}

/** The same as JSON. @throws before the first piece what `readState` throws */
function* stateText(...asked: Parameters<typeof readState>): Pieces {
  const { found, show, ...about } = foundIn(...asked);
  yield;
  return yield* listed("records", found, show, about);
}

function foundIn(emulation: Emulation, plural: string, query: StateQuery) {
  const { world, api } = emulation;
  const account = oneAccount(world, query.account);
  const { limit = limitDefault } = query;
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > limitMax)
    throw new ControlError(`expected a whole number from 1 to ${limitMax}`, "limit");
  const known = [...api.collections.keys()];
  const collection = known.find((name) => pluralOf(name) === plural || name === plural);
  if (collection === undefined) {
    const what = `no collection '${plural}'`;
    throw notAmong(known.map(pluralOf), plural, what, "collection", "unknown");
  }
  const total = account.state.tableNamed(collection)?.size ?? 0;
  const found = recordsOf(api, account, collection, query, limit);
  const of = api.collections.get(collection) as Collection;
  const show = (record: Stored) => shownRecord(of, record) as Stored & StateView["records"][number];
  const about = { account: account.id, collection: plural, total, more: found.length > limit };
  return { ...about, found: found.slice(0, limit), show };
}

/** Deletes one record. */
type Deletes = (account: Account, id: string) => Refusal | undefined;

interface Deletion extends Pick<StateQuery, "account" | "filter"> {
  readonly collection: string;
}

/** Deletes records as the service does it, with all that goes with them. @throws ControlError for what cannot be, before anything is */
export function deleteRecords(emulation: Emulation, { collection, ...query }: Deletion): void {
  const { world, api } = emulation;
  const act = deletionOf(api, collection);
  const { records, account: id } = readState(emulation, collection, { ...query, limit: limitMax });
  const account = singleAccount(world, id);
  for (const { id: record } of records) {
    const refusal = act(account, String(record));
    if (refusal === undefined) continue;
    throw new ControlError(`${record}: ${refusal.problems[0]?.detail}`, "collection");
  }
}

/** How one record of a collection is deleted. @throws ControlError for a collection whose records only stay */
function deletionOf(api: Api, plural: string): Deletes {
  if (plural === profiles.name || plural === pluralOf(profiles.name))
    return (account, id) => void erase(account, id);
  const rows = [...api.operations.values()].flatMap((operation) => {
    const { method, path } = operation;
    const { collection, path: own } = api.resources.get(operation.resource) ?? {};
    const deletes = method === "DELETE" && path === `${own}/{id}`;
    return deletes && collection !== undefined ? [[pluralOf(collection), operation] as const] : [];
  });
  const known = [pluralOf(profiles.name), ...rows.map(([name]) => name)];
  const operation = rows.find(([name]) => name === plural)?.[1];
  if (operation === undefined) {
    const what = `records of '${plural}' cannot be deleted; expected ${known.join(", ")}`;
    throw notAmong(known, plural, what, "collection");
  }
  const query = queryOf(api, operation);
  return (account, id) => {
    const call = { account, api, operation, params: [id], revision: newestRevision, query };
    const outcome = run({ ...call, now: account.clock.now(), body: undefined });
    return refused(outcome) ? outcome : undefined;
  };
}

function recordsOf(
  api: Api,
  account: Account,
  collection: string,
  { filter, sort }: StateQuery,
  limit: number,
): Stored[] {
  const operation = [...api.operations.values()].find(
    (row) => row.verb === "list" && api.resources.get(row.answers)?.collection === collection,
  );
  if (operation === undefined) {
    if (filter !== undefined || sort !== undefined) {
      const member = filter === undefined ? "sort" : "filter";
      throw new ControlError(`${pluralOf(collection)} cannot be filtered or sorted`, member);
    }
    const records = [...(account.state.tableNamed(collection)?.all() ?? [])];
    return records.sort((a, b) => a.seq - b.seq).slice(0, limit + 1);
  }
  const query = queryOf(api, operation, filter, sort);
  // What lists leave out of themselves is there, too.
  const { unlessFiltered: _, ...all } = operation;
  const call = { account, api, operation: all, params: [], revision: newestRevision, now: 0 };
  const page = { size: limit + 1, cursor: undefined };
  const outcome = list({ ...call, query: { ...query, page } });
  return "records" in outcome ? [...outcome.records] : [];
}

/** @throws ControlError with the service's words for what is wrong with a filter */
function queryOf(
  { resources }: Api,
  operation: Parameters<typeof readQuery>[0]["operation"],
  filter?: string,
  sort?: string,
): Query {
  const given = new URLSearchParams({
    ...(filter !== undefined && { filter }),
    ...(sort !== undefined && { sort }),
  });
  const parameters = readParameters(given.toString());
  const { path } = operation;
  const query = refused(parameters)
    ? parameters
    : readQuery({ operation, resources, revision: newestRevision, path, parameters });
  if (!refused(query)) return query;
  const [problem] = query.problems;
  const said = query.choice === undefined ? query.hint : adviceOn(query.choice);
  // Where a filter is wrong, the problem itself says.
  const hint = said === undefined ? "" : ` (${said.replace(/^filter, .*(?=Write it)/, "")})`;
  throw new ControlError(`${problem?.detail}${hint}`, problem?.parameter ?? "");
}

export const stateOperations = operationsOf(storedActs, {
  counts: ({ emulation, account }) => countState(emulation, account),
  show: ({ emulation, id, query, account }) =>
    new LongText(stateText(emulation, id, { ...query, ...(account && { account }) })),
});
