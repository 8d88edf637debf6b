import type { Attempt } from "../../report/calls/attempt.ts";
import { walksOf } from "../../report/calls/walks.ts";
import type { RuleId } from "../../report/names.ts";
import { groupedBy } from "../../report/streams.ts";
import { isReading } from "../../world/faults/row.ts";
import type { Rows } from "../../world/faults/plan.ts";
import type { OutcomeInput } from "../../world/faults/types.ts";
import { atOnce } from "../../world/time/slices.ts";
import { questionsOfPromises } from "./promises.ts";
import type { Question } from "./question.ts";

/** What a client does without faults, as far as questions are made from it. */
export interface Habits {
  /** By operation, in the order of their first requests. */
  readonly operations: ReadonlyMap<string, readonly Attempt[]>;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Lists, by operation. */
  readonly lists: readonly string[];
  readonly revisions: readonly string[];
  readonly requests: number;
}

export function habitsOf(attempts: readonly Attempt[], rows: Rows): Habits {
  const own = attempts.filter(({ hasRow, operation }) => hasRow && rows.has(operation));
  const operations = groupedBy(own, ({ operation }) => operation);
  const names = [...operations.keys()];
  const isRead = (name: string) => isReading(rows.get(name) as never);
  const lists = new Set(atOnce(walksOf(own)).flatMap(({ pages: [page] }) => page?.operation ?? []));
  return {
    operations,
    reads: names.filter(isRead),
    writes: names.filter((name) => !isRead(name)),
    lists: [...lists],
    revisions: [...new Set(own.flatMap(({ revision }) => revision ?? []))],
    requests: own.length,
  };
}

/** What a rule needs that a client may not have, and how that is said. */
export const reasons: Partial<Record<RuleId, string>> = {
  "reads-all": "it walks no list of several pages",
  "doubled-write": "it sends no write again that may have been done",
  repeats: "it sends no write again",
  stampede: "it does not make 5 requests to one operation at once",
  slows: "it makes fewer than 30 requests to one operation",
  budget: "an exam sets no rate limits: see exec --rate-limits x0.02",
  revision: "it sends no revision",
  layers: "it makes no third retry, or does not wait before one",
  connections: "it makes no retry within 4 s",
  growing: "it makes no second retry, or does not wait before one",
  jitter: "it makes no retry, or does not wait before one",
  "retry-after": "it does not retry a 429",
  patience: "it made no request that got no response",
  corrupt: "it has no use for the body of a response",
};

/** Requests at once that are a crowd, and requests of an operation that have a pace. */
const [crowdMin, paceMin] = [5, 30] as const;

/** A sequence has no more than that, and its last lets the request pass. */
const failuresMax = 99;

const again = (count: number): OutcomeInput[] =>
  Array.from({ length: Math.min(count, failuresMax) }, () => ({ status: 503 }));

/** How many attempts a call of an operation makes that keeps failing, as far as it is known. */
type AttemptsOf = (operation: string) => number | undefined;

const always = "always" as const;

const on = (operation: string) => ({ operation: operation as "*" });

const countIn = (habits: Habits, name: string): number => habits.operations.get(name)?.length ?? 0;

const retriedIn = ({ operations }: Habits, attemptsOf: AttemptsOf): string[] =>
  [...operations.keys()].filter((name) => (attemptsOf(name) ?? 0) > 1);

/**
 * The questions for a client, the most telling first.
 *
 * @param isFrozen whether the clock stands still: then what is delayed never comes
 */
export const questionsOf = (
  habits: Habits,
  attemptsOf: AttemptsOf,
  isFrozen: boolean,
): Question[] => [
  {
    name: "an outage",
    asks: [...ofOutages, "storm", "connections"],
    faults: [{ operation: "*", status: 503, times: always }],
    most: 2,
  },
  ...questionsOfPromises(busiestOf(habits, attemptsOf)),
  ...ofRetries(habits, attemptsOf),
  ...ofRefusals(habits),
  ...ofLoss(habits, isFrozen),
  ...ofManner(habits),
];

/** What an outage puts to the test. */
const ofOutages = [
  "retries",
  "attempts",
  "total-time",
  "gives-up",
  "growing",
  "jitter",
  "layers",
] as const;

/** The operation that is asked most often, if one is. */
function busiestOf(habits: Habits, attemptsOf: AttemptsOf): string {
  const retried = retriedIn(habits, attemptsOf);
  const names = retried.length > 0 ? retried : [...habits.operations.keys()];
  const [busiest = "*"] = names.toSorted((a, b) => countIn(habits, b) - countIn(habits, a));
  return countIn(habits, busiest) > 3 ? busiest : "*";
}

/** How a client waits of its own accord. */
function ofRetries(habits: Habits, attemptsOf: AttemptsOf): Question[] {
  const names = [...habits.operations.keys()];
  const retried = retriedIn(habits, attemptsOf);
  return [
    // A client that ends with its first failure shows one operation in an outage of all.
    ...names
      .filter((name) => attemptsOf(name) === undefined)
      .map((name): Question => ({
        name: `an outage of ${name}`,
        asks: ofOutages,
        faults: [{ ...on(name), status: 503, times: always }],
        most: 1,
      })),
    ...(retried.length === 0
      ? []
      : [
          {
            name: "calls that fail until their last attempt",
            asks: [
              "growing",
              "jitter",
              "layers",
              "connections",
              "repeats",
              "same-request",
            ] as const,
            faults: retried.map((name) => ({
              ...on(name),
              sequence: [...again((attemptsOf(name) ?? 2) - 1), "pass" as const],
              times: always,
            })),
            most: 400,
          },
        ]),
  ];
}

/** What a client makes of an answer that will not change. */
function ofRefusals(habits: Habits): Question[] {
  const half = Math.floor(habits.requests / 2);
  return [
    ...[...habits.reads.slice(0, 1), ...habits.writes.slice(0, 1)].map((name): Question => ({
      name: `a permanent error of ${name}`,
      asks: ["stops"],
      faults: [{ ...on(name), status: 400, times: always }],
      most: 1,
    })),
    {
      name: "rejected credentials",
      asks: ["token"],
      faults: [{ operation: "*", status: 401, times: always, skip: half }],
      most: 2,
    },
    ...habits.revisions.slice(0, 1).map((revision): Question => ({
      name: `revision ${revision} retired`,
      asks: ["revision"],
      faults: [{ operation: "*", status: 410, match: { revision }, times: always, skip: half }],
      most: 2,
    })),
  ];
}

/** What a client makes of answers that do not arrive as they are. */
function ofLoss(habits: Habits, isFrozen: boolean): Question[] {
  // Two events of one second may be one: a retry at once would show nothing.
  const second = isFrozen ? {} : { delay: "1100ms" };
  return [
    ...habits.writes.map((name): Question => ({
      name: `a lost response of ${name}`,
      asks: ["doubled-write", "repeats", "same-request"],
      faults: [{ ...on(name), where: "after", connection: "reset", ...second }],
      most: 3,
      isOwed: true,
    })),
    ...habits.writes.map((name): Question => ({
      name: `a lost response of ${name}, and a wait`,
      asks: ["doubled-write"],
      faults: [
        { ...on(name), where: "after", connection: "reset" },
        { ...on(name), status: 429, retryAfter: 2, skip: 1 },
      ],
      most: 2,
    })),
    ...habits.reads.flatMap((name): Question[] => [
      {
        name: `a closed connection of ${name}`,
        asks: ["retries"],
        faults: [{ ...on(name), connection: "reset" }],
        most: 1,
      },
      {
        name: `a cut body of ${name}`,
        asks: ["corrupt"],
        faults: [{ ...on(name), spoil: "truncate" }],
        most: 1,
      },
    ]),
  ];
}

/** How a client reads lists, and how it behaves in a crowd. */
function ofManner(habits: Habits): Question[] {
  const names = [...habits.operations.keys()];
  const countOf = (name: string) => countIn(habits, name);
  return [
    ...habits.lists.map((name): Question => ({
      name: `short pages of ${name}`,
      asks: ["reads-all"],
      faults: [{ ...on(name), sequence: [{ page: "short" }, { page: "empty" }] }],
      most: 1,
    })),
    ...names
      .filter((name) => crowdOf(habits.operations.get(name) ?? []) >= crowdMin)
      .map((name): Question => ({
        name: `a crowd at ${name}`,
        asks: ["stampede"],
        faults: [{ ...on(name), status: 429, retryAfter: 2, times: countOf(name), hold: false }],
        most: 10,
      })),
    ...names
      .filter((name) => countOf(name) >= paceMin)
      .map((name): Question => ({
        name: `a 429 for ${name} in mid-run`,
        asks: ["slows"],
        faults: [{ ...on(name), status: 429, retryAfter: 2, skip: Math.floor(countOf(name) / 2) }],
        most: 6,
      })),
    ...names.slice(0, 1).map((name): Question => ({
      name: `no response of ${name}`,
      asks: ["patience"],
      faults: [{ ...on(name), connection: "hang" }],
      most: 2,
      isSlow: true,
    })),
  ];
}

/** How many of some requests were on their way at once, at most. */
const crowdOf = (attempts: readonly Attempt[]): number =>
  Math.max(
    0,
    ...attempts.map(({ at }) => attempts.filter((each) => each.at <= at && each.end > at).length),
  );
