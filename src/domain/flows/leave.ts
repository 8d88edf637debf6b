import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store.ts";
import { flowRuns } from "../collections.ts";

/** Everybody who waits in a flow leaves it. @param why in a few words */
export const leaveAll = (account: Account, flow: string, why: string, now: number): Change[] =>
  [...account.table(flowRuns).scan(["flow", "state"], { prefix: [flow, "waiting"] })].map((run) =>
    put(flowRuns, { ...run, state: "left", due: null, ended: now, why }),
  );
