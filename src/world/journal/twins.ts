import { type Forms, formsOf, naturalKeysOf, uniqueIdOf } from "./record-form.ts";
import type { Slices } from "../time/slices.ts";
import { createdByRequest } from "../store/record-change.ts";
import { type EntryView, isOfClient } from "./entry.ts";
import type { Received } from "./received.ts";

/** A request, as far as it tells whether it wrote what another had written. */
export type Writing = ReturnType<typeof writingOf>;

/** What a request wrote that another had written before, whose response had failed its client. */
export interface Duplicates {
  /** The id of the request that wrote it first. */
  readonly of: string;
  /** The number of records. */
  readonly records: number;
  /** What its client chose anew, if that is why the service could not tell that both are the same; else null. */
  readonly renamed: NameMember | null;
}

/** What a client may name a write by. */
export type NameMember = "unique_id" | "Idempotency-Key";

/** A failed request, with what it created by form, and since when it has been done again. */
type Lost = { readonly request: Writing; readonly forms: Forms; doneAt: number };

/**
 * Finds the requests that wrote what another had written: records are twins if they are equal but for their ids, the
 * times that the service made, and names (`unique_id`). The first request had failed its client before the second
 * came. One that was sent again with a good answer, under its own name, as it was or as a twin, has no more twins.
 * @returns by the exchange of the later one
 */
export function* twinsIn(requests: readonly Writing[]): Slices<Map<string, Duplicates>> {
  const twins = new Map<string, Duplicates>();
  const lostBy = new Map<string, Lost[]>();
  const known = naturalKeysOf(requests.flatMap(({ created }) => created));
  yield;
  for (const request of requests.toSorted((a, b) => a.at - b.at)) {
    yield;
    const { exchange, sort, failed, overAt, at } = request;
    const forms = formsOf(request.created, known);
    const keys = [...selvesOf(request), ...forms.keys()].map((key) => `${sort}\n${key}`);
    const lost = firstOf(keys, (key) =>
      lostBy.get(key)?.find((each) => each.doneAt > at && each.request.overAt <= at),
    );
    const shared = lost === undefined ? [] : [...forms.keys()].filter((key) => lost.forms.has(key));
    if (lost !== undefined && shared.length > 0) {
      const renamed = renamedIn(lost, request, [lost.forms, forms], shared[0] ?? "");
      twins.set(exchange, { of: lost.request.exchange, records: shared.length, renamed });
    }
    if (!failed && lost !== undefined) lost.doneAt = overAt;
    if (!failed || forms.size === 0) continue;
    const isKnown = lost !== undefined && shared.length === forms.size;
    const kept = isKnown ? lost : { request, forms, doneAt: Number.POSITIVE_INFINITY };
    for (const key of keys) {
      const others = (lostBy.get(key) ?? []).filter((each) => each !== kept && each.doneAt > at);
      lostBy.set(key, [...others, kept]);
    }
  }
  return twins;
}

function firstOf<T>(keys: readonly string[], find: (key: string) => T | undefined): T | undefined {
  for (const key of keys) {
    const found = find(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** By what a request is sent again: its name, or as it was. */
const selvesOf = ({ name, likeness }: Writing): string[] => [
  ...(name === undefined ? [] : [`name ${name}`]),
  `as it was ${likeness}`,
];

function renamedIn(lost: Lost, request: Writing, forms: readonly Forms[], form: string) {
  const differ = (one: unknown, other: unknown) =>
    one !== undefined && other !== undefined && one !== other;
  const [one, other] = forms.map((each) => uniqueIdOf(each.get(form)));
  if (differ(one, other)) return "unique_id";
  const isOtherKey = differ(lost.request.idempotencyKey, request.idempotencyKey);
  return isOtherKey ? "Idempotency-Key" : null;
}

/** The attributes of an event that a body creates, if it is about one. */
export function eventOf(body: unknown): Record<string, unknown> | undefined {
  const { data } = (body ?? {}) as { data?: { type?: unknown; attributes?: unknown } | null };
  return data?.type === "event" ? ((data.attributes ?? {}) as Record<string, unknown>) : undefined;
}

/** What an event is known by: no two of a profile and metric have the same `unique_id` (specification, "Create Event"). */
export function uniqueIdIn(body: unknown): string | undefined {
  const { unique_id, metric, profile } = eventOf(body) ?? {};
  if (typeof unique_id !== "string") return undefined;
  return JSON.stringify([unique_id, metric, profile]);
}

/** What requests wrote a second time after a failed answer, by exchange: known repeats, and twins. */
export function* duplicatesIn(all: readonly Received[]): Slices<Map<string, Duplicates>> {
  const received = all.filter(({ entry }) => isOfClient(entry));
  // Nearly always nothing was lost, and nothing needs to be compared.
  const lost = received.filter((each) => hasFailed(each.entry) && each.created().length > 0);
  const sorts = new Set(lost.map(({ entry }) => sortOf(entry)));
  const some = sorts.size === 0 ? [] : received.filter(({ entry }) => sorts.has(sortOf(entry)));
  if (some.length > 0) yield;
  const duplicates = some.length === 0 ? new Map() : yield* twinsIn(some.map(writingOf));
  for (const { entry } of received) {
    const { id, repeats: of, written } = entry;
    const records = of === null ? 0 : createdByRequest(written).length;
    const { renamed = null } = duplicates.get(id) ?? {};
    if (of !== null && records > 0) duplicates.set(id, { of, records, renamed });
  }
  return duplicates;
}

/** What to change, where all that keeps the service from knowing a request again is a new name. */
export const fixOf = (renamed: NameMember): string =>
  `a new ${renamed} for each attempt. Send the same one with all attempts`;

function writingOf(received: Received) {
  const { entry } = received;
  return {
    exchange: entry.id,
    /** Who may be compared at all: account, operation, and the test id if there is one. */
    sort: sortOf(entry),
    /** When it came, and when its client knew what had become of it: Infinity while it waits. */
    at: entry.arrivedReal,
    overAt: overAtOf(entry),
    /** Whether its answer was lost, spoilt or an error, also where something was written. */
    failed: hasFailed(entry),
    created: received.created(),
    idempotencyKey: received.header("idempotency-key"),
    /** What is equal of two requests that say the same. Bodies are looked at where something was lost. */
    get likeness(): string {
      return `${entry.target}\n${received.bodyDigest()}`;
    },
    /** What its client itself calls the write. */
    get name(): string | undefined {
      return received.header("idempotency-key") ?? uniqueIdIn(received.body());
    },
  };
}

const sortOf = ({ account, operation, testId }: EntryView): string =>
  [account, operation, testId].join("\n");

/** The end of a request that its client broke off is heard of a little later than it happened. */
const leaveSlackMs = 20;

const overAtOf = ({ arrivedReal, durationMs, left }: EntryView): number =>
  arrivedReal + Math.max(0, (durationMs ?? Infinity) - (left ? leaveSlackMs : 0));

const hasFailed = ({ status, lostStatus, left }: EntryView): boolean =>
  status === null || status >= 400 || lostStatus !== null || left;
