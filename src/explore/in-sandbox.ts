import { faultsFace } from "../control/faults/faults.ts";
import { sizesOf } from "../control/state/state.ts";
import type { Sandbox } from "../control/sandboxes.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { attemptsOf, Observed } from "../report/observed.ts";
import { perform } from "../scenarios/steps.ts";
import { afterQuiet } from "../world/time/deadline.ts";
import { works } from "../world/time/agenda.ts";
import { factsOf, type Tables } from "./facts.ts";
import { anySandbox, askedToEnd, type CommandEnd, crash } from "./observation.ts";
import type { Moment, Run, RunOptions } from "./observation.ts";
import type { Workspace } from "./workspace.ts";

/** Runs the command until it ends or is aborted: with `crash` as reason it is killed, with `askedToEnd` it is to end. */
export type Act = (
  sandbox: Sandbox,
  ending: AbortSignal,
  how?: Pick<RunOptions, "isAsked" | "patience">,
) => Promise<CommandEnd>;

/** The user's own test of the state in which a run has ended. @returns why it fails, if it does */
export type Check = (sandbox: Sandbox) => Promise<string | undefined>;

export const runsAt =
  (emulation: Emulation, place: () => Workspace, act: Act, check?: Check): Run =>
  async (faults, again, options = {}) => {
    const here = place();
    const { account, sandbox } = here;
    const face = faultsFace(emulation);
    const ids: string[] = [];
    const clear = () => {
      for (const { id } of face.list()) if (ids.includes(id)) face.remove(id);
    };
    try {
      const going = { emulation, act, place: here, before: here.now().snapshot().tables() };
      for (const each of faults)
        ids.push(face.add({ ...each, match: { ...each.match, account } }).id);
      const seen = await once(going, options, ids);
      const planned = new Map(face.list().map((fault) => [fault.id, fault.hits.count]));
      const met = ids.map((id) => planned.get(id) ?? 0);
      const hits = [...met, ...(seen.isStepDone === undefined ? [] : [Number(seen.isStepDone)])];
      const isEnded = seen.exitCode === 0 || seen.isKilled;
      const isOver = again === "never" || (again === "if failed" && isEnded);
      clear();
      const { over } = options;
      const more = isOver ? {} : { again: await once(going, { ...(over && { over }) }) };
      const { exitCode } = more.again ?? seen;
      const problem = exitCode === 0 ? await check?.(sandbox) : undefined;
      return { ...seen, hits, ...more, ...(problem !== undefined && { problem }) };
    } finally {
      clear();
      here.leave();
    }
  };

type Going = Readonly<{ emulation: Emulation; act: Act; place: Workspace; before: Tables }>;

/** @param planned gets the ids of the faults that are planned meanwhile */
async function once(going: Going, options: RunOptions, planned: string[] = []) {
  const { emulation, act, before } = going;
  const { sandbox, account, now: present } = going.place;
  const { journal, clock: shared } = emulation.world;
  // Its own: in a sandbox whose waits are skipped the time is another.
  const now = () => present().clock.realNow();
  const observed = new Observed(journal, { account, as: anySandbox });
  const { ending, heard, outside, ...hearing } = hear(emulation, account, options);
  const { signal } = ending;
  const { over, at } = options;
  const [from, began, world] = [now(), shared.realNow(), present().clock.now()];
  try {
    const ended = await act(sandbox, over ? AbortSignal.any([signal, over]) : signal, options);
    const [until, tables, worldNow] = [now(), present().tables(), present().clock.now()];
    // The clock may have been set back meanwhile.
    const inWorld = { from: Math.min(world, worldNow), until: Math.max(world, worldNow) };
    const facts = factsOf(before, tables, { account, spans: [{ from, until }, inWorld] });
    const due = present().table(works).find(["due"], [])?.due ?? Infinity;
    const open = journal.unanswered().filter((each) => each.account === account);
    const attempts = [...observed.attempts(), ...attemptsOf(open, anySandbox)];
    const { isQuiet, isStepDone } = heard;
    planned.push(...hearing.planned);
    const isCrashed = signal.reason === crash;
    return {
      ...ended,
      attempts: attempts.toSorted((a, b) => a.at - b.at),
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
    hearing.end();
    observed.stop();
  }
}

/** What is heard of a run while it goes on, and what ends it. */
function hear(emulation: Emulation, account: string, options: RunOptions) {
  const { requestsMax = Infinity, refusedMax, quietMs, isAsked, at } = options;
  const { journal, sandboxes } = emulation.world;
  /** Aborted here: it has asked too often, is quiet for too long, or is killed on purpose. */
  const ending = new AbortController();
  const heard = { isQuiet: false, isStepDone: false };
  const outside = new Map<string | null, number>();
  const planned: string[] = [];
  const asked = new Map<string, { count: number; isRefused: boolean }>();
  let own = 0;
  /** How many requests are still to come before something is done. */
  let left = at?.before ?? 0;
  const hush = () => {
    heard.isQuiet = true;
    ending.abort(isAsked ? askedToEnd : undefined);
  };
  const quiet = quietMs === undefined ? undefined : afterQuiet(quietMs, hush);
  const isTooMuch = (operation: string | null, status: number | null): boolean => {
    if (operation === null || refusedMax === undefined) return false;
    const known = asked.get(operation) ?? { count: 0, isRefused: false };
    asked.set(operation, known);
    known.count += 1;
    known.isRefused ||= (status ?? 0) >= 400;
    return known.isRefused && known.count > refusedMax(operation);
  };
  const act = (does: Moment["does"]) => {
    heard.isStepDone = true;
    if (does === "kill") return ending.abort(crash);
    const fault = perform(emulation, does, account);
    if (typeof fault === "string") planned.push(fault);
  };
  const stop = journal.written.listen(({ account: of, operation, status }) => {
    if (of !== account) {
      if (of === null || !sandboxes.has(of)) outside.set(of, (outside.get(of) ?? 0) + 1);
      return;
    }
    own += 1;
    quiet?.heard();
    if (own > requestsMax || isTooMuch(operation, status)) ending.abort();
    if (at === undefined || (at.operation !== "*" && at.operation !== operation)) return;
    if (left === 0) act(at.does);
    left -= 1;
  });
  const end = () => {
    quiet?.end();
    stop();
  };
  return { ending, heard, outside, planned, end };
}
