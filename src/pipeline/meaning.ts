import { Refusal } from "../jsonapi/refusal.ts";
import type { Asking } from "../verbs/invocation.ts";
import { ShadowAccount } from "../world/shadow-account.ts";
import type { Doing, Others } from "../world/faults/kind.ts";
import { partsOf } from "../world/faults/outcome.ts";
import type { Act } from "../world/faults/faults.ts";
import { lateWork, lateWriteOf } from "../world/time/late-commit.ts";
import { admit, type Read } from "./exchange.ts";
import { type Go, isPaged, otherPage, pageMatters, wholeWalk } from "./pages.ts";
import { actOf, delayed } from "./faulty/plan.ts";
import type { Answer } from "./stage.ts";
import { rowOf, subjectOf } from "./subject.ts";

/** Whether a fault may change what this answer means. Every request is asked, and most answers are no. */
export function isMeant(exchange: Read): boolean {
  const { world, ownFault } = exchange;
  if (ownFault?.plan.where === "within") return true;
  const { id = null } = rowOf(exchange) ?? {};
  const subject = () => subjectOf(exchange);
  if (!world.faults.mayAct("within", id, subject)) return false;
  return world.faults.isMeant(subject(), "within", world.clock.now());
}

/** Answers as faults say that change what a success means, which is found out beside the account first. */
export function meaning(exchange: Read, call: Asking, go: Go): Answer | Promise<Answer> {
  const { beside, answer } = rehearsed(call, go);
  if (answer instanceof Refusal) return go(call);
  if (isPaged(answer)) exchange.whole = wholeWalk({ ...call, account: beside }, go);
  const doing: Doing = {
    writes: beside.commits.length > 0,
    knows: (ms) => pastOf(call, ms) !== undefined,
    pageMatters: (page) => isPaged(answer) && pageMatters(page, { call, go, answer }),
  };
  const act = actOf(exchange, {
    where: "within",
    hasBody: true,
    matters: (step) => partsOf(step).some(([kind, value]) => kind.matters?.(value, doing)),
  });
  if (act?.step === undefined) return go(call);
  return delayed(exchange, act, () => changed(exchange, act, { ...call, now: exchange.now }, go));
}

/** The answer that there would be, as the account is now. */
function rehearsed(call: Asking, go: Go) {
  const beside = new ShadowAccount(call.account);
  const answer = go({ ...call, account: beside });
  return { beside, answer };
}

const pastOf = ({ account, now }: Asking, ms: number) => account.past.at(now - ms, now);

/** The answer that a fault makes of a success. */
function changed(exchange: Read, { step = { holds: false }, faults }: Act, call: Asking, go: Go) {
  const others: Others<Answer> = {
    old(ms) {
      const then = new ShadowAccount(call.account, pastOf(call, ms));
      admit(exchange, then);
      return go({ ...call, account: then });
    },
    withheld: (laterMs) => withheld(exchange, call, go, faults[0]?.id ?? "", laterMs),
    failing(count) {
      call.account.failing = count;
      try {
        return go(call);
      } finally {
        call.account.failing = 0;
      }
    },
    page(page) {
      const answer = go(call);
      return isPaged(answer) ? otherPage(page, { call, go, answer }) : answer;
    },
  };
  const [kind, value] = partsOf(step).find(([{ other }]) => other !== undefined) ?? [];
  return kind?.other?.(value, others) ?? go(call);
}

/** The answer to a write that is done later, or never. */
function withheld(exchange: Read, call: Asking, go: Go, fault: string, laterMs?: number): Answer {
  const { beside, answer } = rehearsed(call, go);
  // After a delay it may be refused: then there is nothing to hold back.
  if (answer instanceof Refusal) return go(call);
  const { account, now } = call;
  // The ids that the answer shows are given away.
  account.skipTo(beside.positions());
  if (laterMs !== undefined) {
    const by = { fault, exchange: exchange.id };
    account.later(lateWork, lateWriteOf(account, beside.commits, by), now + laterMs);
  }
  // Nothing is written yet, and what is shown is there, beside the account.
  beside.takeWritten();
  admit(exchange, beside);
  return answer;
}
