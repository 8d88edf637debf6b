import type { Account } from "../../../world/account.ts";
import { type Change, put, putByService } from "../../../world/store/store.ts";
import { type Work, works } from "../../../world/time/agenda.ts";
import { flowRuns } from "../records.ts";
import type { Cause, FlowRun } from "../records.ts";

/** The one piece of work that takes an account's runs on, planned for the first of them that is due. */
export const runWork = "flow.run";

/** Plans the next look at the runs that are due, unless one is planned before. */
export function plannedBy(account: Account, due: number): Change[] {
  const planned = account.table(works).get(runWork);
  if (planned !== undefined && planned.due <= due) return [];
  const work: Work = { id: runWork, seq: account.nextSeq(), due, kind: runWork, input: null };
  return [put(works, work)];
}

/** How many actions have brought about what is being written now, without a wait between them. */
const passing = new WeakMap<Account, number>();

/** Does something for a run: whoever enters a flow because of it has come as far as that run. */
export function onBehalf<T>(account: Account, passed: number, act: () => T): T {
  passing.set(account, passed);
  try {
    return act();
  } finally {
    passing.delete(account);
  }
}

/** What puts somebody down who is to enter a flow at an instant, if the flow lets them then. */
export function entering(
  account: Account,
  { flow, profile, cause }: Pick<FlowRun, "flow" | "profile" | "cause">,
  at: number,
  id?: string,
): Change {
  const seq = account.nextSeq();
  return putByService(flowRuns, {
    id: id ?? `run-${seq}`,
    seq,
    flow,
    profile,
    cause: cause satisfies Cause,
    state: "waiting",
    action: null,
    due: at,
    held: null,
    waited: false,
    next: null,
    entered: at,
    ended: null,
    why: null,
    passed: passing.get(account) ?? 0,
    outputs: {},
    notes: [],
  });
}
