import type { Attempt } from "../../src/report/calls/attempt.ts";
import type { LogicalCall, Run } from "../../src/report/calls/logical-call.ts";
import { reportCard, type Seen, type Strictness } from "../../src/report/card.ts";
import type { RuleResult } from "../../src/report/card-shape.ts";
import type { RuleId } from "../../src/report/names.ts";
import type { Reference } from "../../src/report/reference.ts";

let made = 0;

/** An attempt as it would be read from the journal: a good answer at once, named by its likeness, unless told otherwise. */
export function attempt(said: Partial<Attempt> = {}): Attempt {
  made += 1;
  const at = said.at ?? 0;
  const operation = said.operation ?? "create_event";
  return {
    exchange: `exchange-${made}`,
    operation,
    hasRow: true,
    method: "POST",
    target: "/api/events",
    path: "/api/events",
    about: operation,
    account: "ABC123",
    credential: "key",
    isToken: false,
    app: null,
    agent: "",
    revision: "2026-07-15",
    name: { by: "test id", value: said.likeness ?? "alike" },
    testId: undefined,
    trace: undefined,
    likeness: "alike",
    kin: said.likeness ?? "alike",
    hasBody: true,
    members: () => "",
    connection: null,
    closes: false,
    sent: {
      body: said.hasBody === false ? "none" : "whole",
      type: "application/json",
      encoding: "",
    },
    isUndated: false,
    at,
    end: said.end ?? at + 1,
    atWorld: at,
    endWorld: said.end ?? at + 1,
    pace: 1,
    status: 202,
    outcome: "answered",
    left: false,
    retryAfterMs: undefined,
    promisedBy: said.retryAfterMs === undefined ? undefined : "seconds",
    budget: undefined,
    stage: "handle",
    faults: [],
    injected: [],
    written: [],
    page: undefined,
    created: [],
    ...said,
  };
}

/** A call that is known to be one. */
export const call = (
  id: number,
  attempts: readonly Attempt[],
  said: Partial<LogicalCall> = {},
): LogicalCall => ({
  id,
  attempts,
  knownBy: "name",
  named: "test id",
  perhapsNext: undefined,
  ...said,
});

/** A run of these calls, at whose end the client ended. */
export function run(calls: readonly LogicalCall[], said: Partial<Run> = {}): Run {
  const attempts = calls.flatMap((each) => each.attempts).toSorted((a, b) => a.at - b.at);
  const now = Math.max(0, ...attempts.map(({ end }) => (Number.isFinite(end) ? end : 0)));
  return { attempts, calls, doubts: [], now, ended: true, dropped: 0, lagMs: 0, ...said };
}

/** What a client asks where nothing goes wrong: each request once, unless told otherwise. */
export const reference = (said: Partial<Reference> = {}): Reference => ({
  alike: () => 1,
  ofSort: () => 1,
  names: () => 1,
  readsAll: () => undefined,
  ofStream: () => undefined,
  ...said,
});

/** What one rule says of these attempts, after which the client has ended. */
export function resultOf(
  rule: RuleId,
  attempts: readonly Attempt[],
  { preset, thresholds, ...said }: Partial<Seen> & Strictness = {},
): RuleResult {
  const now = attempts.reduce(
    (last, { at, end }) => Math.max(last, Number.isFinite(end) ? end : at),
    0,
  );
  const seen = {
    attempts,
    now,
    ended: true,
    dropped: 0,
    neverMet: [],
    limitsOf: () => undefined,
    ...said,
  };
  const card = reportCard(seen, { ...(preset && { preset }), ...(thresholds && { thresholds }) });
  return card.rules.find((result) => result.rule === rule) as RuleResult;
}

/** Its verdict alone. */
export const verdictOf = (...asked: Parameters<typeof resultOf>): RuleResult["verdict"] =>
  resultOf(...asked).verdict;

/** A refusal, a 503 unless told otherwise, that took a millisecond. */
export const refused = (at: number, said: Partial<Attempt> = {}): Attempt =>
  attempt({ at, status: 503, outcome: "refused", ...said });

/** A refusal that says how long to wait. */
export const throttled = (at: number, retryAfterMs: number, said: Partial<Attempt> = {}): Attempt =>
  refused(at, { status: 429, stage: "limit", retryAfterMs, ...said });

export const answered = (at: number, said: Partial<Attempt> = {}): Attempt =>
  attempt({ at, ...said });

/** An answer that never came: its connection was reset. */
export const lost = (at: number, said: Partial<Attempt> = {}): Attempt =>
  attempt({ at, status: null, outcome: "lost", injected: ["reset"], ...said });
