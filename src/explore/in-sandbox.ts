import { sizesOf } from "../control/state.ts";
import type { Sandbox } from "../control/sandboxes.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { Attempt } from "../report/attempt.ts";
import { attemptsOf, Observed } from "../report/observed.ts";
import type { FaultInput } from "../world/fault-shape.ts";
import { factsOf, type Tables } from "./facts.ts";
import type { Again, Ended, Run, Seen } from "./seen.ts";

/** Runs the command in a sandbox, until it has ended, its time is over, or the signal is aborted. */
export type Act = (sandbox: Sandbox, ending: AbortSignal) => Promise<Ended>;

/** What every sandbox is called where runs are compared. */
const anySandbox = "the account";

/** Where the command runs. */
export interface Ground {
  readonly emulation: Emulation;
  readonly sandbox: () => Sandbox;
}

/** Runs a command in a sandbox of its own for each run, and tells what it did there. The sandbox goes with the run. */
export const inSandboxes =
  (ground: Ground, act: Act): Run =>
  async (faults, again, requestsMax = Number.POSITIVE_INFINITY) => {
    const sandbox = ground.sandbox();
    try {
      return await seenIn({ ...ground, act, requestsMax }, sandbox, faults, again);
    } finally {
      sandbox.delete();
    }
  };

/** What is run, and where. */
interface Going extends Ground {
  readonly act: Act;
  readonly requestsMax: number;
}

async function seenIn(
  going: Going,
  sandbox: Sandbox,
  faults: readonly FaultInput[],
  again: Again,
): Promise<Seen> {
  const { emulation } = going;
  const before = emulation.sandboxes.get(sandbox.id).snapshot().tables();
  const ids = faults.map((fault) => sandbox.faults.add(fault).id);
  const seen = await once(going, sandbox, before);
  const planned = new Map(sandbox.faults.list().map((fault) => [fault.id, fault.hits.count]));
  const hits = ids.map((id) => planned.get(id) ?? 0);
  if (again === "never" || (again === "if failed" && seen.exitCode === 0)) return { ...seen, hits };
  sandbox.faults.clear();
  return { ...seen, hits, again: await once(going, sandbox, before) };
}

async function once(
  { emulation, act, requestsMax }: Going,
  sandbox: Sandbox,
  before: Tables,
): Promise<Seen> {
  const { journal, clock: shared } = emulation.world;
  // Its own: in a sandbox whose waits are skipped the time is another.
  const now = () => emulation.sandboxes.get(sandbox.id).clock.realNow();
  const observed = new Observed(journal, { account: sandbox.id, as: anySandbox });
  const ending = new AbortController();
  let [outside, own] = [0, 0];
  const isOther = (account: string | null) => account !== sandbox.id && !isSandbox(account);
  const isSandbox = (account: string | null) =>
    account !== null && emulation.world.sandboxes.has(account);
  const stop = journal.listen(({ account }) => {
    if (isOther(account)) outside += 1;
    if (account === sandbox.id) own += 1;
    if (own > requestsMax) ending.abort();
  });
  const [from, began] = [now(), shared.realNow()];
  try {
    const ended = await act(sandbox, ending.signal);
    const until = now();
    const after = emulation.sandboxes.get(sandbox.id).tables();
    const facts = factsOf(before, after, { account: sandbox.id, from, until });
    const open = journal.unanswered().filter(({ account }) => account === sandbox.id);
    const attempts = [...observed.attempts(), ...attemptsOf(open, anySandbox)].toSorted(byTime);
    const lagMs = emulation.lag.worstSince(began);
    const tookMs = until - from;
    const counts = sizesOf(emulation.api, after);
    const isRunaway = ended.isKilled && ending.signal.aborted;
    const seen = { attempts, facts, counts, outside, isRunaway, tookMs, endedAt: until, lagMs };
    return { ...ended, ...seen, hits: [] };
  } finally {
    observed.stop();
    stop();
  }
}

const byTime = (a: Attempt, b: Attempt): number => a.at - b.at;
