import { vendorNames } from "../contract/vendor-names.ts";
import { Refusal } from "../jsonapi/refusal.ts";
import type { Asking } from "../verbs/invocation.ts";
import { run, runInTurns } from "../verbs/run.ts";
import type { Act } from "../world/faults/faults.ts";
import type { Doing, Others } from "../world/faults/kind.ts";
import { partsOf } from "../world/faults/outcome.ts";
import { ShadowAccount } from "../world/shadow-account.ts";
import { lateWork, lateWriteOf } from "../world/time/late-commit.ts";
import type { Downloaded } from "../world/time/processing.ts";
import { rejectedByQuirk } from "./account-quirks.ts";
import { type Read, admit } from "./exchange.ts";
import { actOf, delayed } from "./faulty/plan.ts";
import { header } from "./incoming.ts";
import { type Go, isPaged, otherPage, pageMatters, wholeWalk } from "./pages.ts";
import type { Answer, Stage } from "./stage.ts";
import { rowOf, subjectOf } from "./subject.ts";

/** Does what was asked, on the account's data: it always answers. */
export const handle: Stage<Read, never> = (exchange) => {
  const { account, api, operation, body, now, world } = exchange;
  const rejected = world.settings.accountQuirks && rejectedByQuirk(exchange);
  if (rejected !== undefined) return rejected;
  const loading = api.loads.get(operation.id)?.(account, now);
  if (loading !== undefined) return loading.then(() => done(exchange));
  const wanted = api.downloads.get(operation.id);
  const url = wanted?.urlIn(body as never);
  if (wanted === undefined || url === undefined) return done(exchange);
  const { download } = account.processing.rules;
  return download(url, wanted.bytesMax).then((downloaded) => done(exchange, downloaded));
};

function done(exchange: Read, downloaded?: Downloaded): Answer | Promise<Answer> {
  const { account, api, match, query, revision, now, body, world, incoming } = exchange;
  const { row: operation, params } = match;
  const { busy } = account.longWork;
  if (busy !== undefined && operation.method !== "GET")
    return busy.then(() => done(exchange, downloaded));
  const names = vendorNames(world.settings.vendorName);
  const said = operation.header && header(incoming, names[operation.header]);
  const asked = { operation, params, query, revision, now, body, header: said };
  const call = { account, api, ...asked, downloaded };
  const { quirks } = world.settings;
  if (!isMeant(exchange)) return runInTurns(call, () => world.clock.realNow(), quirks);
  return meaning(exchange, call, (each) => run(each, quirks));
}

/** Whether a fault may change what this answer means. Every request is asked, and most answers are no. */
function isMeant(exchange: Read): boolean {
  const { world, ownFault } = exchange;
  if (ownFault?.plan.where === "within") return true;
  const { id = null } = rowOf(exchange) ?? {};
  const subject = () => subjectOf(exchange);
  if (!world.faults.mayAct("within", id, subject)) return false;
  return world.faults.isMeant(subject(), "within", world.clock.now());
}

/** Answers as faults say that change what a success means, which is found out beside the account first. */
function meaning(exchange: Read, call: Asking, go: Go): Answer | Promise<Answer> {
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
  account.state.moveTo(beside.positions());
  if (laterMs !== undefined) {
    const by = { fault, exchange: exchange.id };
    account.later(lateWork, lateWriteOf(account, beside.commits, by), now + laterMs);
  }
  // Nothing is written yet, and what is shown is there, beside the account.
  beside.takeWritten();
  admit(exchange, beside);
  return answer;
}
