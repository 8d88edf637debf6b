import { faultsFace } from "../control/faults/faults.ts";
import { sizesOf } from "../control/state/state.ts";
import type { Sandbox } from "../control/sandboxes.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { Attempt } from "../report/calls/attempt.ts";
import { attemptsOf, Observed } from "../report/observed.ts";
import type { FaultInput } from "../world/faults/types.ts";
import { afterQuiet } from "../world/time/deadline.ts";
import { factsOf, type Tables } from "./facts.ts";
import type { Workspace } from "./workspace.ts";
import {
  type Again,
  askedToEnd,
  type CommandEnd,
  type Ending,
  type Observation,
  type Run,
} from "./observation.ts";

/**
 * Runs the command in a sandbox, until it has ended, its time is over, or the signal is aborted.
 *
 * @param isAsked whether it is asked to end then (`askedToEnd`), and so must wait as it would by itself
 */
export type Act = (sandbox: Sandbox, ending: AbortSignal, isAsked: boolean) => Promise<CommandEnd>;

/** What every sandbox is called where runs are compared. */
const anySandbox = "the account";

/** Runs a command at a place of its own for each run, and tells what it did there. */
export const runsAt =
  (emulation: Emulation, place: () => Workspace, act: Act): Run =>
  async (faults, again, ending = {}) => {
    const here = place();
    try {
      return await seenAt({ emulation, act, ending }, here, faults, again);
    } finally {
      here.leave();
    }
  };

/** What is run, and how long at most. */
interface Going {
  readonly emulation: Emulation;
  readonly act: Act;
  readonly ending: Ending;
}

async function seenAt(
  going: Going,
  place: Workspace,
  faults: readonly FaultInput[],
  again: Again,
): Promise<Observation> {
  const before = place.now().snapshot().tables();
  const face = faultsFace(going.emulation);
  const { account } = place;
  const ids = faults.map((each) => face.add({ ...each, match: { ...each.match, account } }).id);
  const clear = () => {
    const planned = new Set(face.list().map(({ id }) => id));
    for (const id of ids) if (planned.has(id)) face.remove(id);
  };
  try {
    const seen = await once(going, place, before);
    const planned = new Map(face.list().map((fault) => [fault.id, fault.hits.count]));
    const hits = ids.map((id) => planned.get(id) ?? 0);
    const isOver = again === "never" || (again === "if failed" && seen.exitCode === 0);
    if (isOver) return { ...seen, hits };
    clear();
    return { ...seen, hits, again: await once(going, place, before) };
  } finally {
    clear();
  }
}

async function once(
  { emulation, act, ending: { requestsMax = Number.POSITIVE_INFINITY, quietMs, isAsked } }: Going,
  { sandbox, account: id, now: present }: Workspace,
  before: Tables,
): Promise<Observation> {
  const { journal, clock: shared } = emulation.world;
  // Its own: in a sandbox whose waits are skipped the time is another.
  const now = () => present().clock.realNow();
  const observed = new Observed(journal, { account: id, as: anySandbox });
  const ending = new AbortController();
  let own = 0;
  const outside = new Map<string | null, number>();
  const isSandbox = (account: string | null) =>
    account !== null && emulation.world.sandboxes.has(account);
  let isQuiet = false;
  const quiet =
    quietMs === undefined
      ? undefined
      : afterQuiet(quietMs, () => {
          isQuiet = true;
          ending.abort(isAsked ? askedToEnd : undefined);
        });
  const stop = journal.listen(({ account }) => {
    if (account === id) {
      own += 1;
      quiet?.heard();
    } else if (!isSandbox(account)) outside.set(account, (outside.get(account) ?? 0) + 1);
    if (own > requestsMax) ending.abort();
  });
  const [from, began] = [now(), shared.realNow()];
  try {
    const ended = await act(sandbox, ending.signal, isAsked === true);
    const until = now();
    const after = present().tables();
    const facts = factsOf(before, after, { account: id, spans: [{ from, until }] });
    const open = journal.unanswered().filter(({ account }) => account === id);
    const attempts = [...observed.attempts(), ...attemptsOf(open, anySandbox)].toSorted(byTime);
    const lagMs = emulation.lag.worstSince(began);
    const tookMs = until - from;
    const counts = sizesOf(emulation.api, after);
    const isRunaway = ended.isKilled && ending.signal.aborted && !isQuiet;
    const seen = {
      attempts,
      facts,
      counts,
      outside,
      isQuiet,
      isRunaway,
      tookMs,
      endedAt: until,
      lagMs,
    };
    return { ...ended, ...seen, hits: [] };
  } finally {
    quiet?.end();
    observed.stop();
    stop();
  }
}

const byTime = (a: Attempt, b: Attempt): number => a.at - b.at;
