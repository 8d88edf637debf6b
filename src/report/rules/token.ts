import { isOAuthOperation } from "../../contract/oauth.ts";
import { type Attempt, failed } from "../calls/attempt.ts";
import { answerOf } from "../finding-text.ts";
import {
  type LogicalCall,
  isRetriable,
  isSettled,
  nextAfter,
  type Run,
} from "../calls/logical-call.ts";
import { counted, msText } from "../figures.ts";
import type { Finding, Rule } from "../rule.ts";
import { filtered, grouped } from "../slices.ts";
import { firstFrom, inTurn, reactionMs, stragglersMin, stragglersOf, within } from "../streams.ts";
import type { Thresholds } from "../thresholds.ts";

/** Tokens that are refused so near to each other may be asked for anew together. */
const togetherMs = 60_000;

export const token: Rule = {
  id: "token",
  title: "Stop using credentials that got a 401",
  measures:
    "after a 401: did the client use the same key or token again and get another, and how many tokens did it request until one was valid?",
  tolerance: ({ refreshesMax }) =>
    `${counted(refreshesMax, "new token")} for each expired one. ${stragglersMin} requests of other calls, or one for each that the client makes at once, and those in flight for ${msText(reactionMs)}, may still use it`,
  why: "A rejected key stays rejected, and a loop of token refreshes can lock an account.",
  expected: () => "no request with rejected credentials",
  fix: "get new credentials, or stop",
  unit: "rejected credentials were dropped",
  event: "401",
  exercise: "exam",
  about: "requests",
  *judge(run, thresholds) {
    const met = new Map<string, { call: LogicalCall; refused: Attempt }>();
    const broken = new Set<string>();
    for (const call of run.calls) {
      yield;
      for (const refused of call.attempts) {
        if (refused.status !== 401 || isOAuthOperation(refused.operation)) continue;
        // One that is answered well shows that the credentials were good after all.
        const again = nextAfter(call.attempts, refused, (each) => isSame(each, refused));
        if (again?.status === 401 && call.knownBy !== "likeness") {
          const text = `${again.about}: used the same credentials ${msText(again.at - refused.end)} after ${answerOf(refused)}.`;
          yield { result: "failed", text, call, attempts: [refused, again] };
          broken.add(refused.credential);
        }
        const known = met.get(refused.credential)?.refused;
        if (refused.end < (known?.end ?? Number.POSITIVE_INFINITY)) {
          met.set(refused.credential, { call, refused });
        }
      }
    }
    if (met.size === 0) return;
    const seen: Seen = {
      byCredential: yield* grouped(run.attempts, ({ credential }) => credential),
      ofOAuth: yield* filtered(run.attempts, ({ operation }) => operation === "oauth_token"),
      unauthorized: yield* filtered(run.attempts, ({ status }) => status === 401),
    };
    for (const [credential, { call, refused }] of met) {
      if (!broken.has(credential)) yield heeded(run, seen, call, refused, thresholds);
    }
  },
};

interface Seen {
  readonly byCredential: ReadonlyMap<string, readonly Attempt[]>;
  readonly ofOAuth: readonly Attempt[];
  readonly unauthorized: readonly Attempt[];
}

/** What begins within less began at once, in milliseconds. */
const sameInstantMs = 0.5;

const isSame = (a: Attempt, b: Attempt): boolean => a.credential === b.credential;

function heeded(
  run: Run,
  { byCredential, ofOAuth, unauthorized }: Seen,
  call: LogicalCall,
  refused: Attempt,
  thresholds: Thresholds,
): Finding {
  const { end } = refused;
  const own = byCredential.get(refused.credential) ?? [];
  const after = within(own, end, Number.POSITIVE_INFINITY).filter((each) => each !== refused);
  const good = after.find(({ outcome }) => outcome === "answered");
  if (good !== undefined) {
    const text = `${good.about}: the same credentials were good ${msText(good.at - end)} after ${answerOf(refused)}.`;
    return { result: "unknown", text, attempts: [refused, good] };
  }
  const same = after.filter(({ status }) => status === 401);
  const late = same.filter((each) => each.at >= refused.end + reactionMs);
  // A client that sends one after the other has had the time to heed it, however short that was.
  const most = stragglersOf(own);
  if (late.length > most || inTurn(same) > most) {
    const text = `${refused.about}: ${counted(same.length, "more request")} with the same credentials after ${answerOf(refused)}, and each got a 401, too.`;
    const expected = `at most ${most}`;
    return { result: "failed", text, expected, attempts: [refused, ...same.slice(0, 3)] };
  }
  const next = nextGood(run, refused);
  // Those of the same instant were sent before it: it had to wait for one of them.
  const until = next === undefined ? Number.POSITIVE_INFINITY : next.at + sameInstantMs;
  const asked = refused.isToken
    ? within(ofOAuth, end, until).filter((each) => isRefresh(each, refused, thresholds))
    : [];
  // What was refused after the last of them was asked for is no reason for any of them.
  const before = Math.min(until, asked.at(-1)?.at ?? until);
  const expired = expiredWith(refused, within(unauthorized, end - togetherMs, before));
  const attempts = [refused, ...asked.slice(0, 3)];
  const many = {
    text: `${refused.about}: requested ${counted(asked.length, "token")} after ${answerOf(refused)}.`,
    expected: `at most ${counted(thresholds.refreshesMax, "token")}`,
    fix: "share one token refresh between all calls",
  };
  // Of several that expired at once it is not known for which a token was asked.
  if (asked.length > thresholds.refreshesMax) {
    const isShared = expired.size > 1 && asked.length <= thresholds.refreshesMax * expired.size;
    return { result: isShared ? "undecided" : "failed", leaning: "fail", ...many, call, attempts };
  }
  if (late.length > 0) {
    const text = `${late[0]?.about}: used the same credentials ${msText((late[0]?.at ?? 0) - refused.end)} after ${answerOf(refused)}.`;
    return { result: "undecided", leaning: "fail", text, attempts: [refused, ...late] };
  }
  if (refused.credential === "") {
    const bare = `${refused.about}: sent without credentials, and got ${answerOf(refused)}.`;
    return { result: "unknown", text: bare, call, attempts };
  }
  const more =
    same.length === 0 ? "" : `, except for ${counted(same.length, "request")} of other calls`;
  const how = next === undefined ? "" : " The client continued with others.";
  const text = `${refused.about}: its credentials were dropped after ${answerOf(refused)}${more}.${how}`;
  const result = isSettled(run, refused) ? "passed" : "unknown";
  return { result, text, call, attempts };
}

function expiredWith(refused: Attempt, others: readonly Attempt[]): ReadonlySet<string> {
  const same = others.filter((each) => isOfSame(each, refused));
  return new Set([...same, refused].map(({ credential }) => credential));
}

function nextGood({ attempts }: Run, refused: Attempt): Attempt | undefined {
  for (let index = firstFrom(attempts, refused.end); index < attempts.length; index += 1) {
    const each = attempts[index] as Attempt;
    if (each.outcome === "answered" && isAnother(each, refused)) return each;
  }
  return undefined;
}

/** Whether it asked for a token of theirs; not one that is to be asked again. */
const isRefresh = (each: Attempt, refused: Attempt, thresholds: Thresholds): boolean =>
  each.operation === "oauth_token" &&
  isOfSame(each, refused) &&
  !(failed(each) && (each.outcome !== "refused" || isRetriable(each, thresholds)));

/** By other credentials of theirs; not the token's own request. */
const isAnother = (each: Attempt, refused: Attempt): boolean =>
  !isSame(each, refused) &&
  each.isToken === refused.isToken &&
  !isOAuthOperation(each.operation) &&
  isOfSame(each, refused);

/** Whether both may be of one app and account: of some credentials it is not known whose they are. */
const isOfSame = (one: Attempt, other: Attempt): boolean =>
  (one.app === null || other.app === null || one.app === other.app) &&
  (isStranger(one) || isStranger(other) || one.account === other.account);

const isStranger = ({ account, credential }: Attempt): boolean => account === credential;
