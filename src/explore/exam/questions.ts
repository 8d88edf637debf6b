import type { Attempt } from "../../report/calls/attempt.ts";
import { words } from "../../contract/words.ts";
import { isWhole, walksOf } from "../../report/calls/walks.ts";
import type { RuleId } from "../../report/names.ts";
import { groupedBy } from "../../report/streams.ts";
import { isReading } from "../../world/faults/kind.ts";
import type { Rows } from "../../world/faults/plan.ts";
import type { OutcomeInput } from "../../world/faults/types.ts";
import { atOnce } from "../../world/time/slices.ts";
import { each, type Question, questionsOfPromises } from "./question.ts";

export interface Habits {
  readonly operations: ReadonlyMap<string, readonly Attempt[]>;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly lists: readonly string[];
  /** Whether it leaves pages of a list unread, without a fault. */
  readonly stopsShort: boolean;
  readonly revisions: readonly string[];
  readonly requests: number;
}

export function habitsOf(attempts: readonly Attempt[], rows: Rows): Habits {
  const own = attempts.filter(({ hasRow, operation }) => hasRow && rows.has(operation));
  const operations = groupedBy(own, ({ operation }) => operation);
  const names = [...operations.keys()];
  const isRead = (name: string) => isReading(rows.get(name) as never);
  const walks = atOnce(walksOf(own));
  const lists = new Set(walks.flatMap(({ pages: [page] }) => page?.operation ?? []));
  return {
    operations,
    reads: names.filter(isRead),
    writes: names.filter((name) => !isRead(name)),
    lists: [...lists],
    stopsShort: walks.some((walk) => walk.pages.length > 1 && !isWhole(walk)),
    revisions: [...new Set(own.flatMap(({ revision }) => revision ?? []))],
    requests: own.length,
  };
}

/** What a rule needs that a client may not have, and how that is said. */
const reasons: Partial<Record<RuleId, string>> = {
  "reads-all": "it walks no list of several pages",
  "doubled-write": "it sends no write again that may have been done",
  repeats: "it sends no write again",
  stampede: "it does not make 5 requests to one operation at once",
  slows: "it makes fewer than 30 requests to one operation",
  budget: "an exam sets no rate limits: see exec --rate-limits x0.02",
  revision: "it sends no revision",
  layers: "it makes no third retry, or none after a wait that can be measured",
  connections: "it makes no retry within 4 s",
  growing: "it makes no second retry, or none after a wait that can be measured",
  jitter: "it makes no retry, or none after a wait that can be measured",
  "retry-after": "it does not retry a 429",
  patience: "it made no request that got no response",
  corrupt: "it has no use for the body of a response",
};

/** Why no run came to a rule. */
export const reasonOf = (rule: RuleId, { stopsShort }: Habits): string =>
  rule === "reads-all" && stopsShort
    ? "it stops before the last page without faults, too"
    : (reasons[rule] ?? "no run came to it");

/** Requests at once that are a crowd, and requests of an operation that have a pace. */
const [crowdMin, paceMin] = [5, 30] as const;

/** A sequence has no more than that, and its last lets the request pass. */
const failuresMax = 99;

const failing = (count: number): OutcomeInput[] =>
  Array.from({ length: Math.min(count, failuresMax) }, () => ({ status: 503 }));

/** How many attempts a call of an operation makes that keeps failing, as far as it is known. */
type AttemptsOf = (operation: string) => number | undefined;

const always = "always" as const;

const countIn = (habits: Habits, name: string): number => habits.operations.get(name)?.length ?? 0;

const retriedIn = ({ operations }: Habits, attemptsOf: AttemptsOf): string[] =>
  [...operations.keys()].filter((name) => (attemptsOf(name) ?? 0) > 1);

/** The most telling first. @param isFrozen whether the clock stands still: then what is delayed never comes */
export const questionsOf = (habits: Habits, attemptsOf: AttemptsOf, isFrozen: boolean) => [
  ...each(["*"], "an outage", [...ofOutages, "storm", "connections"], 2, outage),
  ...questionsOfPromises(busiestOf(habits, attemptsOf)),
  ...ofRetries(habits, attemptsOf),
  ...ofRefusals(habits),
  ...ofLoss(habits, isFrozen),
  ...ofManner(habits),
];

const outage = { status: 503, times: always };

const ofOutages = words("retries attempts total-time gives-up growing jitter layers");

function busiestOf(habits: Habits, attemptsOf: AttemptsOf): string {
  const retried = retriedIn(habits, attemptsOf);
  const names = retried.length > 0 ? retried : [...habits.operations.keys()];
  const [busiest = "*"] = names.toSorted((a, b) => countIn(habits, b) - countIn(habits, a));
  return countIn(habits, busiest) > 3 ? busiest : "*";
}

function ofRetries(habits: Habits, attemptsOf: AttemptsOf): Question[] {
  const retried = retriedIn(habits, attemptsOf);
  const untilLast: Question = {
    name: "calls that fail until their last attempt",
    asks: ["growing", "jitter", "layers", "connections", "repeats", "same-request"],
    faults: retried.map((name) => ({
      operation: name as "*",
      sequence: [...failing((attemptsOf(name) ?? 2) - 1), "pass"],
      times: always,
    })),
    most: 400,
  };
  // A client that ends with its first failure shows one operation in an outage of all.
  const unknown = [...habits.operations.keys()].filter((name) => attemptsOf(name) === undefined);
  return [
    ...each(unknown, "an outage of %", ofOutages, 1, outage),
    ...(retried.length === 0 ? [] : [untilLast]),
  ];
}

function ofRefusals({ requests, reads, writes, revisions }: Habits): Question[] {
  const ofEach = [...reads.slice(0, 1), ...writes.slice(0, 1)];
  const later = { times: always, skip: Math.floor(requests / 2) };
  return [
    ...each(ofEach, "a permanent error of %", ["stops"], 1, { status: 400, times: always }),
    ...each(["*"], "rejected credentials", ["token"], 2, { status: 401, ...later }),
    ...revisions.slice(0, 1).flatMap((revision) => {
      const retired = { status: 410, match: { revision }, ...later };
      return each(["*"], `revision ${revision} retired`, ["revision"], 2, retired);
    }),
  ];
}

function ofLoss({ reads, writes }: Habits, isFrozen: boolean): Question[] {
  const lost = { where: "after", connection: "reset" } as const;
  // Two events of one second may be one: a retry at once would show nothing.
  const later = isFrozen ? lost : { ...lost, delay: "1100ms" };
  const ofWrites = ["doubled-write", "repeats", "same-request"] as const;
  return [
    ...each(writes, "a lost response of %", ofWrites, 3, later, { isOwed: true }),
    ...each(writes, "a lost response of %, and a wait", ["doubled-write"], 2, [
      lost,
      { status: 429, retryAfter: 2, skip: 1 },
    ]),
    ...reads.flatMap((name) => [
      ...each([name], "a closed connection of %", ["retries"], 1, { connection: "reset" }),
      ...each([name], "a cut body of %", ["corrupt"], 1, { spoil: "truncate" }),
    ]),
  ];
}

/** How a client reads lists, and how it behaves in a crowd. */
function ofManner(habits: Habits): Question[] {
  const names = [...habits.operations.keys()];
  const refused = { status: 429, retryAfter: 2 };
  const countOf = (name: string) => countIn(habits, name);
  const crowded = names.filter((name) => crowdOf(habits.operations.get(name) ?? []) >= crowdMin);
  const busy = names.filter((name) => countOf(name) >= paceMin);
  const odd = { sequence: [{ page: "short" }, { page: "empty" }] } as const;
  return [
    ...each(habits.lists, "short pages of %", ["reads-all"], 1, odd),
    ...crowded.flatMap((name) => {
      const crowd = { ...refused, times: countOf(name), hold: false };
      return each([name], "a crowd at %", ["stampede"], 10, crowd);
    }),
    ...busy.flatMap((name) => {
      const middle = { ...refused, skip: Math.floor(countOf(name) / 2) };
      return each([name], "a 429 for % in mid-run", ["slows"], 6, middle);
    }),
    ...each(names.slice(0, 1), "no response of %", ["patience"], 2, hanging, { isSlow: true }),
  ];
}

const hanging = { connection: "hang" } as const;

const crowdOf = (attempts: readonly Attempt[]): number =>
  Math.max(
    0,
    ...attempts.map(({ at }) => attempts.filter((each) => each.at <= at && each.end > at).length),
  );
