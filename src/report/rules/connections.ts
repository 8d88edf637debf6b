import { type Attempt, type Attempts, failed, waitedMs } from "../calls/attempt.ts";
import { isRetriable, nextAfter, type Run, stepsOf } from "../calls/logical-call.ts";
import { isSure, likelihoodOf, meanOf } from "../evidence/e-value.ts";
import { counted } from "../figures.ts";
import type { Finding, Rule } from "../rule.ts";
import { filtered, flatMapped, grouped, mapped, type Slices } from "../slices.ts";
import type { Thresholds } from "../thresholds.ts";

/** Clients close a connection that was idle for longer, in milliseconds: Node's own does after 4 s. */
const keptMs = 4000;
/** Fewer retries say nothing of what a client does with its connections. */
const retriesMin = 5;
/** Share of the retries on a new connection that is chance, on either side. */
const strayMax = 0.1;

export const connections: Rule = {
  id: "connections",
  title: "Use connections again",
  measures: `for each retry within ${keptMs / 1000} s of an answer: was the connection of the first attempt, which was still open, used again? And how many connections were in use at once?`,
  tolerance: ({ connectionsMax }) =>
    `${retriesMin} retries or more, of which at most ${strayMax * 100} % on a new connection, or of many surely fewer than a half. At most ${counted(connectionsMax, "connection")} at once`,
  why: "A new connection for each attempt makes an outage more expensive for both sides, and leaves sockets behind.",
  expected: () => "retries on a connection that is open already",
  fix: "keep one client or session for all requests, and read each response to its end",
  unit: "retries used an open connection",
  event: "retry of an answered request on a socket",
  exercise: "faults add '*' --status 503",
  about: "calls",
  *judge(run, thresholds) {
    const onSockets = yield* filtered(run.attempts, ({ connection }) => connection !== null);
    if (onSockets.length === 0) return;
    const uses = yield* grouped(onSockets, socketOf);
    yield* yield* tooMany(uses, thresholds);
    const steps = yield* flatMapped(run.calls, (call) =>
      stepsOf(call).flatMap(([from, to]) =>
        isRetriable(from, thresholds) && mayBeUsedAgain(uses, from, to) ? [{ call, from, to }] : [],
      ),
    );
    if (steps.length === 0) return;
    const isNew = ({ to }: { to: Attempt }) => isFirst(uses, to);
    const fresh = steps.filter(isNew);
    const finding = {
      calls: steps.map(({ call }) => call),
      attempts: (fresh.length > 0 ? fresh : steps)
        .slice(0, 3)
        .flatMap(({ from, to }) => [from, to]),
    };
    const share = fresh.length / steps.length;
    const isAsked = fresh.length > 0 && fresh.every(({ from }) => from.closes);
    const why = isAsked
      ? "since the client had asked to close the one before (Connection: close)"
      : "though one was open";
    const text = `${fresh.length} of ${counted(steps.length, "retry", "retries")} came on a new connection, ${why}.`;
    const isSeldom = steps.length >= retriesMin && share <= strayMax;
    if (isSeldom || isSure(usesAgain(fresh.length, steps.length - fresh.length)))
      yield { ...finding, result: "passed", text };
    else if (steps.length >= retriesMin && share >= 1 - strayMax) {
      const remedy = isAsked ? { text, fix: keeping } : yield* ofErrorsAlone(run, uses, text);
      yield { ...finding, ...remedy, result: "failed" };
    } else {
      const more = Math.max(1, retriesMin - steps.length);
      const wouldDecide = `let ${counted(more, "more retry", "more retries")} follow an error within ${keptMs / 1000} s`;
      const leaning = share > 1 / 2 ? "fail" : "pass";
      yield { ...finding, result: "undecided", leaning, text, wouldDecide, isFew: true };
    }
  },
};

const keeping = "let the HTTP library keep its connections, and send no Connection: close";

/** How often a client takes a new connection that uses its own again, but not always at once. */
const fewNew = [0.05, 0.2, 0.35] as const;

/** The e-value, as a logarithm, that it does so, against one that takes a new one for every second retry or more. */
const usesAgain = (fresh: number, again: number): number =>
  meanOf(fewNew.map((share) => fresh * Math.log(share) + again * Math.log(1 - share))) -
  likelihoodOf(fresh, again, [1 / 2, 1]);

type Uses = ReadonlyMap<string, Attempts>;

const socketOf = ({ connection }: Attempt): string => `${connection}`;

const usesOf = (uses: Uses, attempt: Attempt): Attempts => uses.get(socketOf(attempt)) ?? [];

const isFirst = (uses: Uses, attempt: Attempt): boolean => usesOf(uses, attempt)[0] === attempt;

/** Whether the connection of a request was open, and no other request was on it, when the next one began. */
function mayBeUsedAgain(uses: Uses, from: Attempt, to: Attempt): boolean {
  if (to.connection === null || from.connection === null) return false;
  if (from.outcome === "lost" || endsConnection(from) || waitedMs(from, to) > keptMs) return false;
  const other = nextAfter(usesOf(uses, from), from);
  return other === undefined || other === to || other.at >= to.at;
}

const endsConnection = ({ injected }: Attempt): boolean =>
  injected.some((kind) => kind === "close" || kind === "idle-close");

type Remedy = Pick<Finding, "text" | "fix">;

function* ofErrorsAlone({ attempts }: Run, uses: Uses, text: string): Slices<Remedy> {
  const good = yield* filtered(attempts, (each) => !failed(each));
  const after = yield* flatMapped(good, (from) => {
    const to = nextAfter(attempts, from);
    return to !== undefined && mayBeUsedAgain(uses, from, to) ? [to] : [];
  });
  const again = after.filter((to) => !isFirst(uses, to)).length;
  if (again < retriesMin || again < after.length / 2) return { text };
  return {
    text: `${text} After good responses it uses connections again: it leaves the bodies of errors unread.`,
    fix: "read the body of each error to its end, also where it is of no use",
  };
}

/** @returns a finding where more connections were in use at once than a client may have */
function* tooMany(uses: Uses, { connectionsMax }: Thresholds): Slices<Finding[]> {
  const spans = yield* mapped([...uses.values()], (each) => ({
    from: each[0]?.at ?? 0,
    to: Math.max(...each.map(({ at, end }) => (Number.isFinite(end) ? end : at))),
  }));
  if (spans.length <= connectionsMax) return [];
  const ends = spans.map(({ to }) => to).toSorted((a, b) => a - b);
  let [closed, most] = [0, 0];
  for (const [opened, { from }] of spans.toSorted((a, b) => a.from - b.from).entries()) {
    while ((ends[closed] ?? from) < from) closed += 1;
    most = Math.max(most, opened + 1 - closed);
  }
  if (most <= connectionsMax) return [];
  return [
    {
      result: "failed",
      text: `${counted(most, "connection")} were in use at once.`,
      expected: `at most ${connectionsMax}`,
      fix: "limit the requests that are on their way at once, or the size of the connection pool",
      attempts: [...uses.values()].slice(0, 3).flatMap(([first]) => first ?? []),
    },
  ];
}
