import { Refusal } from "../jsonapi/refusal.ts";
import type { Asking } from "../verbs/call.ts";
import type { Outcome } from "../verbs/outcome.ts";
import type { Step } from "../world/fault-plan.ts";
import { emailsOf } from "./entities.ts";
import type { Read } from "./exchange.ts";
import { isPaged, otherPage, pageMatters } from "./other-page.ts";
import { actOf, delayed } from "./plan.ts";
import type { Answer } from "./stage.ts";
import { RequestSubject } from "./subject.ts";

/** Does what an operation does without any fault. */
type Go = (call: Asking) => Outcome;

/** Whether a fault may change what this answer means. Every request is asked, and most answers are no. */
export function isMeant(exchange: Read): boolean {
  const { world, ownFault } = exchange;
  if (ownFault?.plan.where === "within") return true;
  if (!world.faults.mayAct("within", () => emailsOf(exchange))) return false;
  exchange.subject ??= new RequestSubject(exchange);
  return world.faults.isMeant(exchange.subject, "within", world.clock.now());
}

/** Answers as the faults say that change what a success means; whatever is refused stays refused. */
export function meaning(exchange: Read, call: Asking, go: Go): Answer | Promise<Answer> {
  const answer = go(call);
  if (answer instanceof Refusal) return answer;
  const act = actOf(exchange, "within", {
    hasBody: true,
    matters: (step) => matters(step, call, go, answer),
  });
  if (act?.step === undefined) return answer;
  const { step } = act;
  return delayed(exchange, act, () => changed(step, { ...call, now: exchange.now }, go));
}

/** Whether the answer would be another one. */
function matters({ page }: Step, call: Asking, go: Go, answer: Outcome): boolean {
  return page !== undefined && isPaged(answer) && pageMatters(page, call, go, answer);
}

function changed({ page }: Step, call: Asking, go: Go): Answer {
  const answer = go(call);
  return page !== undefined && isPaged(answer) ? otherPage(page, call, go, answer) : answer;
}
