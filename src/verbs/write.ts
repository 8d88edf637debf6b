import { isDeepStrictEqual } from "node:util";
import { once } from "../contract/memo.ts";
import type { IdForm, Resource } from "../contract/resource.ts";
import { livesIn } from "../contract/revisions.ts";
import { invalid, invalidBody, missingProblem, type Refusal, refused } from "../jsonapi/refusal.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import type { Account } from "../world/account.ts";
import { commitInTurns, dropParts } from "../world/long-work.ts";
import { hexId, numericIdInOrder, shortId, ulid, uuid } from "../world/ids.ts";
import type { Stored } from "../world/store/record.ts";
import { type Change, drop, put } from "../world/store/store.ts";
import { atOnce, type Slices } from "../world/time/slices.ts";
import { answeredBy, recordOf } from "./invocation.ts";
import type { Api, Coming, Invocation, Keeping } from "./invocation.ts";
import { empty, type Outcome, theChanged, theNew, theOne } from "./outcome.ts";

interface Body {
  readonly data: {
    readonly id?: string;
    readonly attributes?: Values | null;
    readonly relationships?: Readonly<Record<string, { readonly data?: Ends | null }>>;
  };
}

type Values = Readonly<Record<string, unknown>>;
type Ends = { readonly id: string } | readonly { readonly id: string }[];
type StoredValues = Stored & Values;
type Writing = Invocation & { readonly body: unknown };

/** A new record, with what its body gives and what the table of its type says where it gives nothing. */
export const create = (call: Writing): Coming => inSlices(call, creating(call));

/** Nothing of a write that is long is done yet. */
const inSlices = (call: Writing | Invocation, write: Slices<Outcome>): Coming =>
  keepingOf(call).long || keepingOf(call).parts ? write : atOnce(write);

function* creating(call: Writing): Slices<Outcome> {
  const { account, api, operation, revision, now } = call;
  const { resource, collection } = answeredBy(api, operation.resource);
  const { defaults, idOf, refuse, after } = keepingOf(call);
  const given = givenIn(call, resource);
  if (refused(given)) return given;
  const unnamed = Object.assign(unsaid(resource, now), defaults?.(account, now), given);
  const named = idOf?.(unnamed as never, account);
  // What is refused draws no id and takes no number: nothing of that is kept, and a restart would draw them anew.
  const record: StoredValues = Object.assign(unnamed, { id: named ?? "", seq: 0 });
  const refusal = refuse?.(account, record as never, undefined);
  if (refusal !== undefined) return refusal;
  const id = named ?? freshId(account, resource, now);
  Object.assign(record, { id, seq: account.nextSeq() });
  account.commit([put(collection, record)]);
  yield* after?.(account, record as never, undefined, now) ?? [];
  const answer = operation.success.find((each) => livesIn(each, revision));
  const { attributes } = (call.body as Body).data;
  const made = theNew(record, answer?.status);
  return attributes ? { sent: attributes, ...made } : made;
}

/** A record as attributes of a creation body make it, which was made elsewhere, and with the ids that it leads to. */
export function recordMade(
  api: Api,
  account: Account,
  type: string,
  { attributes, ends = {} }: { readonly attributes: Values; readonly ends?: Values },
  { id, seq, created }: { readonly id: string; readonly seq: number; readonly created: number },
): Change {
  const { resource, collection } = answeredBy(api, type);
  const keeping = api.bindings.get(type)?.keeping ?? {};
  const given = readyToKeep(keeping, { ...keptOf(resource, attributes), ...ends }, account);
  const defaults = keeping.defaults?.(account, created);
  const made = Object.assign(unsaid(resource, created), defaults, given);
  return put(collection, Object.assign(made, { id, seq }));
}

/** The record that the path names, and whose id the body repeats. */
export function recordNamed(call: Writing): Stored | Refusal {
  const record = recordOf(call);
  if (refused(record)) return record;
  const { id } = (call.body as Body).data;
  if (id === record.id) return record;
  return invalid("/data/id", `The id must be the path's: ${record.id}.`);
}

export const update = (call: Writing): Coming => inSlices(call, updating(call));

function* updating(call: Writing): Slices<Outcome> {
  const { account, api, operation, now } = call;
  const before = recordNamed(call);
  if (refused(before)) return before;
  const { resource, collection } = answeredBy(api, operation.resource);
  const given = givenIn(call, resource);
  if (refused(given)) return given;
  const { becomes, quiet, refuse, after } = keepingOf(call);
  const said = { ...before, ...given };
  if (quiet && isDeepStrictEqual(said, before)) return theOne(before);
  const isStamped = blankOf(resource).stamps.includes("updated");
  const stamped: StoredValues = isStamped ? { ...said, updated: now } : said;
  const record = becomes?.(stamped as never, before as never) ?? stamped;
  const refusal = refuse?.(account, record as never, before as never);
  if (refusal !== undefined) return refusal;
  account.commit([put(collection, record)]);
  yield* after?.(account, record as never, before as never, now) ?? [];
  return theChanged(record);
}

export const remove = (call: Invocation): Coming => inSlices(call, removing(call));

function* removing(call: Invocation): Slices<Outcome> {
  const record = recordOf(call);
  if (refused(record)) return record;
  const { account, api, operation, now, revision } = call;
  const { collection } = answeredBy(api, operation.resource);
  const { along, held, long, parts = [] } = keepingOf(call);
  const refusal = held?.(account, record as never);
  if (refusal !== undefined) return refusal;
  for (const each of parts) yield* dropParts(account, each, record.id);
  const gone = [...(along?.(account, record as never, now) ?? []), drop(collection, record.id)];
  if (long) yield* commitInTurns(account, gone);
  else account.commit(gone);
  const answer = operation.success.find((each) => livesIn(each, revision));
  return answer?.empty === false ? theOne(record) : empty(answer?.status ?? 204);
}

const keepingOf = ({ api, operation }: Invocation): Keeping =>
  api.bindings.get(operation.resource)?.keeping ?? {};

/** What a record of a type is before anything is said of it: worked out once, since tables never change. */
type Blank = { readonly values: Values; readonly stamps: readonly string[] };

const blankOf = once((resource: Resource): Blank => {
  const values: Record<string, unknown> = {};
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    const { from = name, computed, sparse, default: value = null } = attribute;
    if (!computed && !sparse) values[from] = value;
  }
  for (const [name, relationship] of Object.entries(resource.relationships)) {
    const { many, from = name, ids, derived } = relationship;
    if (derived) continue;
    if (!many) values[from] = null;
    else if (ids !== undefined) values[ids] = [];
  }
  return { values, stamps: ["created", "updated"].filter((stamp) => stamp in values) };
});

function unsaid(resource: Resource, now: number): Record<string, unknown> {
  const { values, stamps } = blankOf(resource);
  const record: Record<string, unknown> = Object.assign({}, values);
  for (const stamp of stamps) record[stamp] = now;
  return record;
}

const forms: Readonly<Record<IdForm, (account: Account, type: string, now: number) => string>> = {
  uuid: (account, type) => uuid(account.dice(type)),
  ulid: (account, type, now) => ulid(account.dice(type), account.idInstant(now)),
  short: (account, type) => shortId(account.dice(type)),
  hex: (account, type) => hexId(account.dice(type)),
  number: (account, type) => numericIdInOrder(account.dice(type), account.nextSeq()),
};

export function freshId(account: Account, { id: form, type }: Resource, now: number): string {
  if (form === undefined) throw new Error(`nothing says what a new ${type} is called`);
  return forms[form](account, type.replaceAll("-", " "), now);
}

/** What a body says, as the record has it: instants as numbers, and the ids of what it leads to. */
function givenIn(call: Writing, resource: Resource): Values | Refusal {
  const given = keptOf(resource, (call.body as Body).data.attributes);
  const ends = endsIn(call, resource);
  if (refused(ends)) return ends;
  return readyToKeep(keepingOf(call), { ...given, ...ends }, call.account);
}

/** The members of a record in the form in which its area keeps them. */
function readyToKeep({ asKept }: Keeping, given: Values, account: Account): Values {
  if (asKept === undefined) return given;
  return (asKept as (given: Values, account: Account) => Values)(given, account);
}

function keptOf(resource: Resource, attributes: Values | null | undefined): Values {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes ?? {})) {
    const attribute = resource.attributes[name];
    // What stands in bodies alone is not kept; where there is always something, null says nothing.
    if (attribute === undefined || (value === null && !attribute.nullable)) continue;
    const { type, from = name } = attribute;
    given[from] = type === "datetime" && typeof value === "string" ? parseDatetime(value) : value;
  }
  return given;
}

/** The ids that a body names: all of them are there, or the body is refused with every place. */
function endsIn(call: Writing, { relationships }: Resource): Values | Refusal {
  const { account, api, body } = call;
  const { noSuch, isThere } = keepingOf(call);
  const given: Record<string, unknown> = {};
  const problems = [];
  const stored = (type: string) => {
    const table = account.table(answeredBy(api, type).collection);
    return (id: string) => table.get(id) !== undefined;
  };
  for (const [name, { data }] of Object.entries((body as Body).data.relationships ?? {})) {
    const { to = "", from = name, ids = name } = relationships[name] ?? {};
    const isKnown =
      api.resources.get(to)?.collection === undefined && isThere !== undefined
        ? (id: string) => isThere(account, id)
        : stored(to);
    const at = `/data/relationships/${name}/data`;
    const isMany = Array.isArray(data);
    const named: readonly { id: string }[] = isMany ? data : [data ?? []].flat();
    for (const [index, { id }] of named.entries()) {
      if (isKnown(id)) continue;
      if (noSuch !== undefined) return noSuch(to, id);
      const place = isMany ? `${at}/${index}/id` : `${at}/id`;
      problems.push(missingProblem(place, to, id));
    }
    if (isMany) given[ids] = [...new Set(named.map(({ id }) => id))];
    else if (data !== undefined) given[from] = named[0]?.id ?? null;
  }
  return problems.length > 0 ? invalidBody(problems) : given;
}
