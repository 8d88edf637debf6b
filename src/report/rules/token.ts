import type { Attempt } from "../attempt.ts";
import type { Call, Run } from "../call.ts";
import { failedIf, type Finding, type Rule } from "../rule.ts";
import { reactionMs } from "../streams.ts";
import type { Thresholds } from "../thresholds.ts";
import { answerOf, plural, time } from "../words.ts";

/** So many requests of other calls may still carry a token that was refused. @guess */
const stragglersMax = 3;

export const token: Rule = {
  id: "token",
  title: "takes a 401 once",
  measures:
    "after a 401: was anything sent with the same key or token again, and how many tokens were asked for until one was good?",
  tolerance: ({ refreshesMax }) =>
    `${plural(refreshesMax, "token")} for each that expired; ${stragglersMax} requests of other calls`,
  why: "A loop of refreshes locks an account out; a key that is refused will be refused again.",
  unit: "refused credentials were heeded",
  never: "no request met a 401",
  *judge(run, thresholds) {
    const met = new Map<string, { call: Call; refused: Attempt }>();
    for (const call of run.calls) {
      for (const refused of call.attempts) {
        if (refused.status !== 401 || refused.operation.startsWith("oauth_")) continue;
        const again = call.attempts.find(
          (each) => isAfter(each, refused, call) && isSame(each, refused),
        );
        if (again !== undefined) {
          const text = `${again.about} was sent with the same credentials ${time(again.at - refused.end)} after ${answerOf(refused)}`;
          yield { result: failedIf(call.sure), text, call, attempts: [refused, again] };
        }
        const first = met.get(refused.credential)?.refused;
        if (first === undefined || refused.end < first.end) {
          met.set(refused.credential, { call, refused });
        }
      }
    }
    for (const { call, refused } of met.values()) yield heeded(run, call, refused, thresholds);
  },
};

/** An answer may take no time at all: what came before it in its call is told by the order. */
const isAfter = (each: Attempt, refused: Attempt, { attempts }: Call): boolean =>
  attempts.indexOf(each) > attempts.indexOf(refused) && each.at >= refused.end;

const isSame = (a: Attempt, b: Attempt): boolean => a.credential === b.credential;

function heeded(
  { attempts }: Run,
  call: Call,
  refused: Attempt,
  { refreshesMax }: Thresholds,
): Finding {
  const after = attempts.filter(({ at }) => at >= refused.end);
  const late = after.filter((each) => each.at >= refused.end + reactionMs && isSame(each, refused));
  if (late.length > stragglersMax) {
    const text = `${plural(late.length, "request")} more came with the same credentials after ${answerOf(refused)}`;
    return { result: "failed", text, attempts: [refused, ...late.slice(0, 3)] };
  }
  const good = after.find((each) => each.outcome === "answered" && isAnother(each, refused));
  const before = good === undefined ? after : after.slice(0, after.indexOf(good));
  const asked = refused.isToken
    ? before.filter(({ operation }) => operation === "oauth_token")
    : [];
  if (asked.length > refreshesMax) {
    const text = `${plural(asked.length, "token")} were asked for after ${answerOf(refused)} to ${refused.about}`;
    return { result: "failed", text, attempts: [refused, ...asked.slice(0, 3)] };
  }
  const how = good === undefined ? "nothing more was sent with them" : "it went on with others";
  const text = `the credentials of ${refused.about} met ${answerOf(refused)}, and ${how}`;
  return { result: "passed", text, call, attempts: [refused, ...asked] };
}

/** Of the same account, by other credentials; not the token's own request. */
const isAnother = (each: Attempt, refused: Attempt): boolean =>
  !isSame(each, refused) && !each.operation.startsWith("oauth_");
