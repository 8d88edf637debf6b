import { firstRefusals, type Refused } from "../calls/refusals.ts";
import { isOAuthOperation } from "../../contract/oauth.ts";
import { type Attempt, type Attempts, failed } from "../calls/attempt.ts";
import { answerOf } from "../finding-text.ts";
import { isRetriable, isSettled, type Run } from "../calls/logical-call.ts";
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
    const met = yield* firstRefusals(run, {
      isRefused: ({ status, operation }) => status === 401 && !isOAuthOperation(operation),
      keyOf: ({ credential }) => credential,
      // One that is answered well shows that the credentials were good after all.
      textOf: (again, refused) => (again.status === 401 ? usedAgain(again, refused) : undefined),
    });
    if (met.size === 0) return;
    const seen: Seen = {
      byCredential: yield* grouped(run.attempts, ({ credential }) => credential),
      ofOAuth: yield* filtered(run.attempts, ({ operation }) => operation === "oauth_token"),
      unauthorized: yield* filtered(run.attempts, ({ status }) => status === 401),
    };
    for (const each of met.values()) yield heeded(run, seen, each, thresholds);
  },
};

const usedAgain = (again: Attempt, refused: Attempt): string =>
  `${again.about}: used the same credentials ${msText(again.at - refused.end)} after ${answerOf(refused)}.`;

interface Seen {
  readonly byCredential: ReadonlyMap<string, Attempts>;
  readonly ofOAuth: Attempts;
  readonly unauthorized: Attempts;
}

/** What begins within less began at once, in milliseconds. */
const sameInstantMs = 0.5;

function heeded(run: Run, seen: Seen, { call, refused }: Refused, thresholds: Thresholds): Finding {
  const { byCredential, ofOAuth, unauthorized } = seen;
  const { end } = refused;
  const own = byCredential.get(refused.credential) ?? [];
  const after = within(own, end, Infinity).filter((each) => each !== refused);
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
  const until = next === undefined ? Infinity : next.at + sameInstantMs;
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
  const [begin] = late;
  if (begin !== undefined) {
    const text = usedAgain(begin, refused);
    return { result: "undecided", leaning: "fail", text, attempts: [refused, ...late] };
  }
  if (refused.credential === "") {
    const text = `${refused.about}: sent without credentials, and got ${answerOf(refused)}.`;
    return { result: "unknown", text, call, attempts };
  }
  const more =
    same.length === 0 ? "" : `, except for ${counted(same.length, "request")} of other calls`;
  const how = next === undefined ? "" : " The client continued with others.";
  const text = `${refused.about}: its credentials were dropped after ${answerOf(refused)}${more}.${how}`;
  return { result: isSettled(run, refused) ? "passed" : "unknown", text, call, attempts };
}

function expiredWith(refused: Attempt, others: Attempts): ReadonlySet<string> {
  const same = others.filter((each) => isOfSame(each, refused));
  return new Set([...same, refused].map(({ credential }) => credential));
}

const nextGood = ({ attempts }: Run, refused: Attempt): Attempt | undefined =>
  attempts
    .slice(firstFrom(attempts, refused.end))
    .find((each) => each.outcome === "answered" && isAnother(each, refused));

/** Whether it asked for a token of theirs; not one that is to be asked again. */
const isRefresh = (each: Attempt, refused: Attempt, thresholds: Thresholds): boolean =>
  each.operation === "oauth_token" &&
  isOfSame(each, refused) &&
  !(failed(each) && (each.outcome !== "refused" || isRetriable(each, thresholds)));

/** By other credentials of theirs; not the token's own request. */
const isAnother = (each: Attempt, refused: Attempt): boolean =>
  each.credential !== refused.credential &&
  each.isToken === refused.isToken &&
  !isOAuthOperation(each.operation) &&
  isOfSame(each, refused);

/** Whether both may be of one app and account: of some credentials it is not known whose they are. */
const isOfSame = (one: Attempt, other: Attempt): boolean =>
  (one.app === null || other.app === null || one.app === other.app) &&
  (isStranger(one) || isStranger(other) || one.account === other.account);

const isStranger = ({ account, credential }: Attempt): boolean => account === credential;
