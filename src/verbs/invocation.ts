import type { Area, BehaviorFor, Row } from "../contract/operation.ts";
import type { Contract, Operation } from "../contract/compile.ts";
import type { Quirk } from "../contract/quirks.ts";
import type { Resource } from "../contract/resource.ts";
import type { Revision } from "../contract/revisions.ts";
import type { Query } from "../jsonapi/query.ts";
import { Refusal, invalid, noSuchRecord, refused } from "../jsonapi/refusal.ts";
import type { Account } from "../world/account.ts";
import type { Parts } from "../world/long-work.ts";
import type { Downloaded } from "../world/time/processing.ts";
import type { Target } from "../world/faults/plan.ts";
import type { Change, Collection } from "../world/store/store.ts";
import type { Slices } from "../world/time/slices.ts";
import type { Stored } from "../world/store/record.ts";
import { type Outcome, theOne } from "./outcome.ts";

export interface Invocation {
  readonly account: Account;
  readonly api: Api;
  readonly operation: Operation<Behavior>;
  readonly params: readonly string[];
  readonly query: Query;
  readonly revision: Revision;
  readonly header?: string | undefined;
  /** What the URL has that its body names, where its area says so (`downloads`). */
  readonly downloaded?: Downloaded | undefined;
  /** World time of the request's arrival, in milliseconds since 1970. */
  readonly now: number;
}

/** What an operation comes to: at once, or in slices between which everything else has its turn. */
export type Coming = Outcome | Slices<Outcome>;

/** What an operation does when it is more than its verb. Its body has been checked by its row. */
export type Behavior = (call: Invocation & { readonly body: never }) => Coming;

/** Works an attribute out, as a revision has it; undefined leaves an additional attribute away. */
export type Compute = (record: never, account: Account, revision: Revision) => unknown;

/** The records at the other end of a relationship to many, or of one that is worked out. */
export type Relate = (record: never, account: Account) => readonly Stored[];

/** Does accepted work on its account's data. Its input is what was put down for it. */
export type Work = (account: Account, input: never, now: number) => Done;

type Done = void | Slices<void>;

/** How records of a type come to be, change and go, beyond what its table says. */
export interface Keeping<R extends Stored = never> {
  /** The id of a new one, where it follows from what it is. */
  readonly idOf?: (given: R, account: Account) => string;
  /** What a new record is, where neither the body nor the table says. */
  readonly defaults?: (account: Account, now: number) => Readonly<Record<string, unknown>>;
  /** What is kept of what a body gives. Default: all of it. */
  readonly asKept?: (given: Partial<R>, account: Account) => Readonly<Record<string, unknown>>;
  /** Why a body names a record that is not there. Default: a bad body, with its place. */
  readonly noSuch?: (type: string, id: string) => Refusal;
  /** Of what is worked out, and nowhere stored: whether there is one of that id. */
  readonly isThere?: (account: Account, id: string) => boolean;
  /** Why a record cannot be as it would be written. @param before as it was, if it was */
  readonly refuse?: (account: Account, record: R, before: R | undefined) => Refusal | undefined;
  /** What an update makes of it, beyond what the body says. */
  readonly becomes?: (record: R, before: R) => Stored;
  /** What begins or goes with it may be much: it is done in slices. */
  readonly long?: true;
  readonly after?: (account: Account, record: R, before: R | undefined, now: number) => Done;
  /** An update that says nothing new leaves it as it is, also when it was changed last. */
  readonly quiet?: true;
  readonly held?: (account: Account, record: R) => Refusal | undefined;
  /** What belongs to it, and may be much: it goes first, in slices. */
  readonly parts?: readonly Parts[];
  readonly along?: (account: Account, record: R, now: number) => readonly Change[];
}

/** What an account has from its first moment, once its own records are there. */
type Begin = (account: Account, now: number) => readonly Change[];

/** Loads what no start loads, or fetches what an account needs now. @returns undefined if it is there already */
type Load = (account: Account, now: number) => Promise<void> | undefined;

/** What is fetched before an operation is done, since doing it waits for nothing. */
type Wanting = { readonly urlIn: (body: never) => string | undefined; readonly bytesMax: number };

/** How a quirk changes what an operation does. @param go does what it does without */
export type Quirky = (call: Asking, go: (call: Asking) => Outcome) => Outcome;

export type Asking = Invocation & { readonly body: unknown };

export interface ApiArea extends Area<Behavior, Compute, Relate, Work, Keeping> {
  readonly collections?: readonly Collection[];
  readonly begins?: Begin;
  readonly quirks?: {
    readonly [Q in Quirk]?: { readonly operation: string; readonly act: Quirky };
  };
  /** By operation id, or the kind of work: what is waited for before it is done. */
  readonly loads?: Readonly<Record<string, Load>>;
  /** By operation id: what is fetched before it is done, and given to it. */
  readonly downloads?: Readonly<Record<string, Wanting>>;
  /** The kinds of work that are one step of something long: everything else has its turn between two of them. */
  readonly steps?: readonly string[];
}

export interface Api extends Contract<Behavior, Compute, Relate, Keeping> {
  readonly collections: ReadonlyMap<string, Collection>;
  readonly work: ReadonlyMap<string, Work>;
  readonly begins: readonly Begin[];
  readonly loads: ReadonlyMap<string, Load>;
  readonly downloads: ReadonlyMap<string, Wanting>;
  readonly steps: ReadonlySet<string>;
  readonly quirks: ReadonlyMap<string, readonly { readonly name: Quirk; readonly act: Quirky }[]>;
  /** What faults and scenarios may name: the operations, and the rows of OAuth. */
  readonly targets: ReadonlyMap<string, Target>;
}

export type AreaBehavior<R extends readonly Row[]> = BehaviorFor<R, Invocation, Coming>;

/** The resource that an operation's answer is about, and the collection of its records. */
export function answeredBy(api: Api, type: string): { resource: Resource; collection: Collection } {
  const resource = api.resources.get(type);
  const collection = api.collections.get(resource?.collection ?? "");
  if (resource === undefined || collection === undefined) throw new Error(`${type} has no records`);
  return { resource, collection };
}

/** The record that the path names. Another account's ids are as unknown as any. */
export function recordOf({ account, api, operation, params }: Invocation): Stored | Refusal {
  const { resource, collection } = answeredBy(api, operation.resource);
  const [id = ""] = params;
  const found = account.table(collection).get(id);
  if (found !== undefined) return found;
  const { type, ids, idPattern, idPlace = "/data/id", idSays } = resource;
  return (ids?.includes(id) ?? true) && (idPattern?.test(id) ?? true)
    ? noSuchRecord(type, id)
    : invalid(idPlace, `'${id}' ${idSays ?? `is not a valid ${type} id`}.`);
}

export function get(call: Invocation): Outcome {
  const record = recordOf(call);
  return refused(record) ? record : theOne(record);
}
