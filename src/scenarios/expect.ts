import { isDeepStrictEqual } from "node:util";
import { amountFinding } from "../control/matchers.ts";
import { messagesLike } from "../control/messages/outbox-face.ts";
import { inOrder } from "../control/requests/expect.ts";
import { readState } from "../control/state/state.ts";
import { ControlError } from "../emulation/problem.ts";
import { counted } from "../world/name-match.ts";
import { duplicatesIn, fixOf, type Duplicates } from "../world/journal/twins.ts";
import { wasKilled } from "../report/killed.ts";
import { atOnce } from "../world/time/slices.ts";
import type { EntryView } from "../world/journal/entry.ts";
import { matcherOf, nearMissesOf } from "../world/faults/request-matcher.ts";
import type { Which } from "../world/faults/types.ts";
import { kindOf } from "./check.ts";
import type { ExpectationKind } from "./shape.ts";
import { isLine } from "./quiet.ts";
import { bare, fail, type Finding, pass, type Seen, type Result } from "./verdict.ts";
import { relative, ruledIn, ungraded } from "./relative.ts";
import type { Expectation } from "./types.ts";
import { endOf, gaps, msOf, paced, seconds, waited } from "./timing.ts";
import { createdByRequest } from "../world/store/record-change.ts";

const evidenceMax = 10;

export const whichesOf = ({ requests, order = [], waits, gap, pace }: Expectation): Which[] =>
  [requests, ...order, waits, gap, pace].filter((which) => which !== undefined).map(bare);

export function judged(expectation: Expectation, seen: Seen): Result {
  const kind = kindOf(expectation) ?? "requests";
  const entries = seen.received.map(({ entry }) => entry);
  const finding = judges[kind](expectation, { ...seen, entries });
  const { passed, unmet, message, evidence = [], misses = [], found } = finding;
  const start = entries[0]?.arrivedReal ?? 0;
  const shown = [
    ...evidence.map((entry) => ({ entry, but: twiceIn(entry, found?.get(entry.id)) })),
    ...misses.map(({ received: { entry }, but }) => ({ entry, but: `, but ${but}` })),
  ];
  return {
    name: expectation.name ?? nameOf(expectation, kind),
    passed,
    ...(unmet && { unmet }),
    message,
    evidence: shown.slice(0, evidenceMax).map(({ entry, but }) => {
      return { exchange: entry.id, text: lineOf(entry, start) + but };
    }),
  };
}

/** `requests create_event 202`: an expectation without a name, by what it says. */
function nameOf(expectation: Expectation, kind: ExpectationKind): string {
  const value = expectation[kind];
  const words = typeof value === "object" ? Object.values(value) : [value];
  const texts = words.map((word) => (typeof word === "object" ? JSON.stringify(word) : word));
  return [kind, ...texts].join(" ");
}

/** One exchange as evidence: `+1.25 s POST /api/events 429, Retry-After 2`. */
function lineOf(entry: EntryView, start: number): string {
  const { arrivedReal, method, target, status, retryAfter, injected, repeats } = entry;
  const at = ((arrivedReal - start) / 1000).toFixed(2);
  return [
    `+${at} s ${method} ${target} ${status ?? "no response"}`,
    ...(retryAfter === null ? [] : [`Retry-After ${retryAfter}`]),
    ...(injected.length === 0 ? [] : [`fault ${injected.join(" ")}`]),
    ...(repeats === null ? [] : ["repeats a lost request"]),
  ].join(", ");
}

function twiceIn({ repeats, written }: EntryView, found: Duplicates | undefined): string {
  if (repeats !== null) return `, ${duplicates(createdByRequest(written).length)}`;
  return found === undefined ? "" : `, ${duplicates(found.records)} of a lost request`;
}

type State = NonNullable<Expectation["state"]>;

type Judged = Seen & { readonly entries: readonly EntryView[] };

const judges: Record<ExpectationKind, (expectation: Expectation, seen: Judged) => Finding> = {
  requests: ({ requests = {} }, { received }) => {
    const which = bare(requests);
    const found = received.filter(matcherOf(which)).map(({ entry }) => entry);
    const finding = amountFinding("requests", found.length, requests);
    if (found.length > 0) return { ...finding, evidence: found };
    const misses = finding.passed ? [] : nearMissesOf(received, which);
    if (misses.length > 0) return { ...finding, misses };
    const like = received.filter(({ operation }) => operation === which.operation);
    return { ...finding, evidence: like.map(({ entry }) => entry) };
  },
  order: ({ order = [] }, { received, entries }) => {
    const next = inOrder(received, order).length;
    if (next === order.length) return pass("the requests came in this order");
    const before = next === 0 ? "" : ` after the first ${next}`;
    const message = `no request matching ${JSON.stringify(order[next])} came${before}`;
    return fail(message, entries.slice(-evidenceMax));
  },
  state: ({ state }, { emulation, of }) => {
    const { collection, account = of, filter, where = {} } = state as State;
    const query = { ...(account && { account }), ...(filter && { filter }), limit: 100_000 };
    return found(() => {
      const { records } = readState(emulation, collection, query);
      const meant = records.filter((record) =>
        Object.entries(where).every(([name, value]) => isDeepStrictEqual(record[name], value)),
      );
      return amountFinding(collection, meant.length, state as State);
    });
  },
  outbox: ({ outbox = {} }, { emulation, of }) =>
    found(() => {
      const { count: _count, min: _min, max: _max, ...which } = outbox;
      const like = messagesLike(emulation, { ...which, ...(of && { account: of }) });
      const { passed, message } = amountFinding("messages", like.found.length, outbox);
      const near = passed || like.near.length === 0 ? [] : [like.near.join("; ")];
      return { passed, message: [message, ...near].join("; all but one condition: ") };
    }),
  waits: ({ waits = {} }, { received }) => waited(received, waits),
  gap: ({ gap = {} }, { received }) => gaps(received, gap),
  pace: ({ pace = { max: 1, in: "" } }, { received }) => paced(received, pace),
  within: ({ within }, { entries }) => {
    const [first] = entries;
    if (first === undefined) return fail("no request came");
    const start = first.arrivedReal;
    const end = Math.max(start, ...entries.map(endOf));
    const passed = end - start <= msOf(within);
    return { passed, message: `the run took ${seconds(end - start)}, expected at most ${within}` };
  },
  doubled: ({ doubled = 0 }, { received, entries }) => {
    const found = atOnce(duplicatesIn(received));
    const count = [...found.values()].reduce((sum, { records }) => sum + records, 0);
    const renamed = [...found.values()].find((each) => each.renamed !== null)?.renamed ?? null;
    const fix = count > doubled && renamed !== null ? `: ${fixOf(renamed)}` : "";
    const message = `${duplicates(count)}, expected ${doubled}${fix}`;
    const evidence = entries.filter(({ id, repeats }) => repeats !== null || found.has(id));
    return { passed: count === doubled, message, evidence, found };
  },
  hits: ({ hits: expected }, { hits }) =>
    amountFinding("requests met it", hits.get(expected?.step ?? "") ?? 0, expected ?? {}),
  rules: ({ rules = [] }, seen) => {
    const ruled = ruledIn(seen, rules, (verdict) => verdict !== "pass");
    if (ruled === undefined) return ungraded;
    const { broken, evidence } = ruled;
    if (broken.length === 0) return pass(`passed: ${rules.join(", ")}`);
    const said = broken.map(
      ({ rule, verdict, wouldDecide, message }) => `${rule}: ${verdict}: ${wouldDecide ?? message}`,
    );
    return fail(said.join("; "), evidence);
  },
  prints: ({ prints }, { output }) => {
    if (output === undefined)
      return fail("what the command printed was not seen: run it with scenario run");
    const { line = "", ...amount }: Partial<NonNullable<Expectation["prints"]>> = prints ?? {};
    const found = output.filter((each) => isLine(line, each));
    return amountFinding("lines", found.length, amount);
  },
  exit: ({ exit }, { exitCode }) => {
    const ended = `the command ended with ${exitCode ?? "nothing, since there was none"}`;
    if (exit !== "any") return { passed: exitCode === exit, message: `${ended}, expected ${exit}` };
    return wasKilled(exitCode ?? 0) ? fail(`${ended}: it was stopped`) : pass(ended);
  },
  ...relative,
};

/** What was right on an empty stage need not be here: no such account. */
function found(look: () => Finding): Finding {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return fail(error.reason);
  }
}

const duplicates = (count: number): string => counted(count, "duplicate record");
