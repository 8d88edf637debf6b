import { faultsFace } from "../control/faults/faults.ts";
import { sizesOf } from "../control/state/state.ts";
import type { Sandbox } from "../control/sandboxes.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { Attempt } from "../report/calls/attempt.ts";
import { attemptsOf, Observed } from "../report/observed.ts";
import type { FaultInput } from "../world/faults/types.ts";
import { works } from "../world/time/agenda.ts";
import { factsOf, type Tables } from "./facts.ts";
import { Heard } from "./heard.ts";
import type { Workspace } from "./workspace.ts";
import {
  type Again,
  anySandbox,
  type CommandEnd,
  crash,
  type Observation,
  type Run,
  type RunOptions,
} from "./observation.ts";

/**
 * Runs the command in a sandbox, until it has ended, its time is over, or the signal is aborted: with `crash` as reason
 * it is killed, with `askedToEnd` it is to end by itself.
 *
 * @param how how many times its usual time it has, and whether it waits as it would by itself
 */
export type Act = (
  sandbox: Sandbox,
  ending: AbortSignal,
  how?: Pick<RunOptions, "isAsked" | "patience">,
) => Promise<CommandEnd>;

/** The user's own test of the state in which a run has ended. @returns why it fails, if it does */
export type Check = (sandbox: Sandbox) => Promise<string | undefined>;

/** Runs a command at a place of its own for each run, and tells what it did there. */
export const runsAt =
  (emulation: Emulation, place: () => Workspace, act: Act, check?: Check): Run =>
  async (faults, again, options = {}) => {
    const here = place();
    try {
      return await seenAt({ emulation, act, check, options }, here, faults, again);
    } finally {
      here.leave();
    }
  };

/** What is run, and how. */
interface Going {
  readonly emulation: Emulation;
  readonly act: Act;
  readonly check: Check | undefined;
  readonly options: RunOptions;
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
    const seen = await once(going, place, before, ids);
    const planned = new Map(face.list().map((fault) => [fault.id, fault.hits.count]));
    const met = ids.map((id) => planned.get(id) ?? 0);
    const hits = [...met, ...(seen.isStepDone === undefined ? [] : [Number(seen.isStepDone)])];
    const isEnded = seen.exitCode === 0 || seen.isKilled;
    const isOver = again === "never" || (again === "if failed" && isEnded);
    clear();
    const { over } = going.options;
    const usual = { ...going, options: { ...(over && { over }) } };
    const more = isOver ? {} : { again: await once(usual, place, before) };
    const { exitCode } = more.again ?? seen;
    const problem = exitCode === 0 ? await going.check?.(place.sandbox) : undefined;
    return { ...seen, hits, ...more, ...(problem !== undefined && { problem }) };
  } finally {
    clear();
  }
}

async function once(
  { emulation, act, options }: Going,
  { sandbox, account: id, now: present }: Workspace,
  before: Tables,
  planned: string[] = [],
): Promise<Observation> {
  const { journal, clock: shared } = emulation.world;
  // Its own: in a sandbox whose waits are skipped the time is another.
  const now = () => present().clock.realNow();
  const observed = new Observed(journal, { account: id, as: anySandbox });
  const heard = new Heard(emulation, id, options);
  const { signal } = heard.ending;
  const { over, at } = options;
  const [from, began, world] = [now(), shared.realNow(), present().clock.now()];
  try {
    const ended = await act(sandbox, over ? AbortSignal.any([signal, over]) : signal, options);
    const [until, tables, worldNow] = [now(), present().tables(), present().clock.now()];
    // The clock may have been set back meanwhile.
    const inWorld = { from: Math.min(world, worldNow), until: Math.max(world, worldNow) };
    const facts = factsOf(before, tables, { account: id, spans: [{ from, until }, inWorld] });
    const due = present().table(works).find(["due"], [])?.due ?? Infinity;
    const open = journal.unanswered().filter(({ account }) => account === id);
    const attempts = [...observed.attempts(), ...attemptsOf(open, anySandbox)].toSorted(byTime);
    const { isQuiet, isStepDone, outside } = heard;
    planned.push(...heard.planned);
    const isCrashed = signal.reason === crash;
    return {
      ...ended,
      attempts,
      facts,
      outside,
      isQuiet,
      isCrashed,
      isRunaway: ended.isKilled && signal.aborted && !isCrashed && !isQuiet,
      ...(at !== undefined && { isStepDone }),
      counts: sizesOf(emulation.api, tables),
      dueInMs: due - worldNow,
      lagMs: emulation.lag.worstSince(began),
      endedAt: until,
      tookMs: until - from,
      hits: [],
    };
  } finally {
    heard.end();
    observed.stop();
  }
}

const byTime = (a: Attempt, b: Attempt): number => a.at - b.at;
