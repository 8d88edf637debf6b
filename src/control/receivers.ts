import { type Attempt, deliveries, isUnderWay } from "../domain/deliveries/records.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { ExamCall } from "../emulation/exam-log.ts";
import type { ReceiverCard } from "../report/receivers/card-shape.ts";
import type { Account } from "../world/account.ts";
import { accountsOf } from "./operation.ts";

export interface ReceiverReportOptions {
  /** A company id: only what its webhooks were sent. */
  readonly account?: string | undefined;
}

/** The receiver's card of the last exam; where there was none, of the deliveries that are remembered. */
export async function judgeReceivers(
  emulation: Emulation,
  { account }: ReceiverReportOptions = {},
): Promise<ReceiverCard> {
  const accounts = accountsOf({ emulation, account });
  const { receiverCardOf } = await import("../report/receivers/card.ts");
  const { calls: made, readings } = emulation.exams;
  const calls = made.filter((call) => accounts.some(({ id }) => id === call.account));
  if (calls.length > 0) return receiverCardOf({ calls, readings });
  const usual = accounts.flatMap(usualCalls).map((call, index) => ({ ...call, id: index + 1 }));
  return receiverCardOf({ calls: usual, readings: [] });
}

/** What was sent in the course of things: every attempt that has ended. */
function usualCalls(account: Account): Omit<ExamCall, "id">[] {
  const sent = [...account.table(deliveries).all()].sort((a, b) => a.created - b.created);
  return sent.flatMap((delivery) => {
    const ended = isUnderWay(delivery) ? delivery.attempts.slice(0, -1) : delivery.attempts;
    return ended.flatMap((attempt) => {
      const asked = askedBy(attempt);
      if (asked === undefined) return [];
      const { at, status, ms, error } = attempt;
      const about = `Delivery ${delivery.id}`;
      const what = { ...asked, about, account: account.id, ids: delivery.events ?? [] };
      return { ...what, repeated: [], afterRestart: false, at, status, ms: ms ?? 0, error };
    });
  });
}

/** What an attempt asks of a receiver; undefined: nothing that it could be judged by, since a fault spoiled it. */
function askedBy({ met, status, ms }: Attempt): Pick<ExamCall, "rule" | "expect"> | undefined {
  if (met?.signature !== undefined) return { rule: "signature", expect: "refuse" };
  if (met?.timestamp !== undefined || met?.spoil !== undefined) return undefined;
  const isDropped = met !== undefined && status === null && ms === 0;
  return isDropped ? undefined : { rule: "acknowledges", expect: "accept" };
}
