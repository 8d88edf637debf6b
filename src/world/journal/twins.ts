import { type Forms, formsOf, naturalKeysOf, uniqueIdOf } from "./record-form.ts";
import type { Slices } from "../time/slices.ts";
import type { CreatedRecord } from "../store/record-change.ts";

/** A request, as far as it tells whether it wrote what another had written. */
export interface Writing {
  /** Its id in the journal. */
  readonly exchange: string;
  /** Who may be compared at all: account, operation, and the test id if there is one. */
  readonly sort: string;
  /** When it came, and when its client knew what had become of it: Infinity while it waits. */
  readonly at: number;
  readonly overAt: number;
  /** Whether its answer was lost, spoilt or an error, also where something was written. */
  readonly failed: boolean;
  /** What is equal of two requests that say the same. */
  readonly likeness: string;
  /** What its client itself calls the write. */
  readonly name: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly created: readonly CreatedRecord[];
}

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
interface Lost {
  readonly request: Writing;
  readonly forms: Forms;
  doneAt: number;
}

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
