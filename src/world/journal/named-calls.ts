import { type EntryView, isOfClient } from "./entry.ts";
import type { Received } from "./received.ts";
import type { Slices } from "../time/slices.ts";
import { type NameMember, type Duplicates, twinsIn, type Writing } from "./twins.ts";
import { createdByRequest } from "../store/record-change.ts";

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
  const duplicates = some.length === 0 ? new Map() : yield* lostTwins(some);
  for (const { entry } of received) {
    const { id, repeats: of, written } = entry;
    const records = of === null ? 0 : createdByRequest(written).length;
    const { renamed = null } = duplicates.get(id) ?? {};
    if (of !== null && records > 0) duplicates.set(id, { of, records, renamed });
  }
  return duplicates;
}

function* lostTwins(some: readonly Received[]): Slices<Map<string, Duplicates>> {
  yield;
  return yield* twinsIn(some.map(writingOf));
}

/** What to change, where all that keeps the service from knowing a request again is a new name. */
export const fixOf = (renamed: NameMember): string =>
  `a new ${renamed} for each attempt. Send the same one with all attempts`;

function writingOf(received: Received): Writing {
  const { entry } = received;
  return {
    exchange: entry.id,
    sort: sortOf(entry),
    at: entry.arrivedReal,
    overAt: overAtOf(entry),
    failed: hasFailed(entry),
    created: received.created(),
    idempotencyKey: received.header("idempotency-key"),
    // Bodies are looked at where something was lost.
    get likeness() {
      return `${entry.target}\n${received.bodyDigest()}`;
    },
    get name() {
      return received.header("idempotency-key") ?? uniqueIdIn(received.body());
    },
  };
}

const sortOf = ({ account, operation, testId }: EntryView): string =>
  [account, operation, testId].join("\n");

/** The end of a request that its client broke off is heard of a little later than it happened. */
const leaveSlackMs = 20;

const overAtOf = ({ arrivedReal, durationMs, left }: EntryView): number =>
  durationMs === null
    ? Number.POSITIVE_INFINITY
    : arrivedReal + Math.max(0, durationMs - (left ? leaveSlackMs : 0));

const hasFailed = ({ status, lostStatus, left }: EntryView): boolean =>
  status === null || status >= 400 || lostStatus !== null || left;
