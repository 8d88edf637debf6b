import { operationsOf } from "./act.ts";
import { clock as said } from "./acts/clock.ts";
import { described, literal, number, object, oneOf, string } from "../contract/shape.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import type { Account } from "../world/account.ts";
import type { Clock } from "../world/time/clock.ts";
import { latestMs } from "../world/time/clock-value.ts";
import { durationShape, notDuration, parseDuration } from "../world/time/duration.ts";
import type { World } from "../world/world.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { clockOf, type ClockView, told, viewClock } from "./clock-view.ts";
import { type About, accountOf, singleAccount } from "./operation.ts";
import { dueIn } from "./threads/steps.ts";
import { ControlError } from "../emulation/problem.ts";

/** What a clock may be told: `mode`, or only an instant to move to. */
type ClockChange = Readonly<Partial<Record<"mode" | "at" | "by" | "factor", unknown>>>;

const clockShape = object({
  "mode?": literal("real", "offset", "frozen", "accelerated", "shared"),
  "at?": described(oneOf(string(), number()), "A datetime, or milliseconds since 1970."),
  "by?": durationShape("How far, such as -2h: of mode offset."),
  "factor?": described(number(), "World time a unit of the client's: of mode accelerated."),
});

const advanceShape = object({ by: durationShape("A duration such as 60s.") });

const factorMax = 100_000;

/** Sets the emulator's clock or, with an account, that account's own: the first change splits it off. */
export function setClock(world: World, change: ClockChange, account?: Account): ClockView {
  const act = readChange(change);
  if (change.mode === "shared") {
    if (account === undefined) throw new ControlError("an account shares it: say which", "mode");
    moved(world, account, () => account.setClock(world.clock, false));
    return told(world, "shared", account);
  }
  own(world, account);
  moved(world, account, () => act(clockOf(world, account)));
  const { mode } = change;
  // Other modes only move it.
  const isNamed = mode === "real" || mode === "frozen" || mode === "accelerated";
  return told(world, isNamed ? mode : "moved", account);
}

/** The clock once all that became due has run. A promise, where it waits for answers to what is sent on the way. */
export function advanceClock(world: World, by: unknown, account?: Account) {
  const ms = parseDuration(by);
  const now = clockOf(world, account).now();
  if (ms === undefined || ms < 0 || now + ms > latestMs)
    throw new ControlError(notDuration(by, "expected a duration such as 60s, not negative"), "by");
  own(world, account);
  const view = () => told(world, "advanced", account);
  return clockOf(world, account).advance(ms)?.then(view) ?? view();
}

function haltClock(world: World, account?: Account): ClockView {
  // One that an account shares is not its own to halt.
  const isItsOwn = account?.hasOwnClock ?? true;
  if (!isItsOwn || !clockOf(world, account).halt()) return viewClock(world, account);
  return told(world, "halted", account);
}

/** A frozen clock runs on from where it stands, as fast as before; one that runs is left alone. */
export function resumeClock(world: World, account?: Account): ClockView {
  own(world, account);
  clockOf(world, account).resume();
  return told(world, "resumed", account);
}

/** An account whose clock is told something has one of its own. */
function own(world: World, account: Account | undefined): void {
  if (account !== undefined && !account.hasOwnClock) account.setClock(world.clock.split(), true);
}

/** Windows of those whose time went back would stay full for long. */
function moved(world: World, account: Account | undefined, act: () => void): void {
  const before = clockOf(world, account).now();
  act();
  if (clockOf(world, account).now() >= before) return;
  const touched = [...world.everyAccount()].filter((each) =>
    account === undefined ? !each.hasOwnClock : each === account,
  );
  for (const each of touched) {
    for (const [, limits] of each.limiting.all()) limits.clear();
    each.turnBack();
  }
}

/** What a change does to a clock; refused before anything is touched. */
function readChange({ mode, at, by, factor }: ClockChange): (clock: Clock) => void {
  const instant = at === undefined ? undefined : readInstant(at);
  const offset = by === undefined ? undefined : parseDuration(by);
  if (by !== undefined && offset === undefined)
    throw new ControlError(notDuration(by, "expected a duration such as -2h"), "by");
  if (by !== undefined && (mode !== "offset" || at !== undefined))
    throw new ControlError("goes with mode offset, in place of at", "by");
  if (factor !== undefined && mode !== "accelerated")
    throw new ControlError("goes with mode accelerated", "factor");
  switch (mode) {
    case "real":
    case "shared":
      if (instant !== undefined) throw new ControlError(`${mode} takes no instant`, "at");
      return (clock) => clock.useReal();
    case "frozen":
      return (clock) => clock.freeze(instant);
    case "offset":
      if (instant === undefined && offset === undefined)
        throw new ControlError("expected the instant to move to", "at");
      return (clock) => clock.offsetTo(instant ?? within(clock.now() + (offset ?? 0)));
    case "accelerated":
      if (typeof factor === "number" && factor > 0 && factor <= factorMax)
        return (clock) => clock.accelerate(factor, instant);
      throw new ControlError(`expected a number above 0 and at most ${factorMax}`, "factor");
    case undefined:
      if (instant === undefined) throw new ControlError("expected a mode, or an instant", "mode");
      return (clock) => clock.moveTo(instant);
    default:
      throw new ControlError('expected "real", "offset", "frozen" or "accelerated"', "mode");
  }
}

function readInstant(value: unknown): number {
  const ms = typeof value === "string" ? parseDatetime(value) : value;
  if (typeof ms === "number" && Number.isFinite(ms) && ms >= 0 && ms <= latestMs) return ms;
  throw new ControlError("expected an ISO 8601 datetime", "at");
}

function within(ms: number): number {
  if (ms >= 0 && ms <= latestMs) return ms;
  throw new ControlError("that is further than a clock goes", "by");
}

/** The clock, as the library has it. Instants are ISO 8601, durations such as `60s`. */
interface ClockFace {
  now(): ClockView;
  /** Moves it: one that runs runs on from there, one that is frozen stands there. */
  set(at: string): ClockView;
  /** Stops the time, now or at an ISO 8601 datetime. */
  freeze(at?: string): ClockView;
  /** Moves it forward by a duration such as `60s`, and waits for the answers to what is sent on the way. */
  advance(by: string): Promise<ClockView>;
  /** Ends an advance that is under way, where it has got to: what was done stays, and the rest is due later. */
  halt(): ClockView;
  resume(): ClockView;
  /** How many times as fast as the machine's time. */
  accelerate(factor: number): ClockView;
  real(): ClockView;
}

export interface EmulatorClock extends ClockFace {
  /** An account's clock: what is told to it splits it off from the emulator's. */
  of(account: string): AccountClock;
}

export interface AccountClock extends ClockFace {
  share(): ClockView;
}

const ownerOf = ({ emulation: { world }, account }: About): Account | undefined =>
  account === undefined ? undefined : singleAccount(world, account);

export function clockFace(emulation: Emulation): EmulatorClock {
  return {
    ...faceOf(emulation),
    of(id) {
      const owner = () => ownerOf({ emulation, account: id });
      owner();
      return {
        ...faceOf(emulation, id),
        share: () => setClock(emulation.world, { mode: "shared" }, owner()),
      };
    },
  };
}

function faceOf(emulation: Emulation, account?: string): ClockFace {
  const owner = () => ownerOf({ emulation, account });
  const set = (change: ClockChange) => setClock(emulation.world, change, owner());
  return {
    now: () => viewClock(emulation.world, owner()),
    set: (at) => set({ at }),
    freeze: (at) => set({ mode: "frozen", at }),
    advance: async (by) => advanceClock(emulation.world, by, owner()),
    halt: () => haltClock(emulation.world, owner()),
    resume: () => resumeClock(emulation.world, owner()),
    accelerate: (factor) => set({ mode: "accelerated", factor }),
    real: () => set({ mode: "real" }),
  };
}

export const clockOperations = operationsOf(said.acts, {
  due: (call) => ({ due: dueIn(accountOf(call)) }),
  show: (call) => viewClock(call.emulation.world, ownerOf(call)),
  set: {
    body: clockShape,
    run: (call) => setClock(call.emulation.world, call.body, ownerOf(call)),
  },
  advance: {
    body: advanceShape,
    run: (call) => advanceClock(call.emulation.world, call.body["by"], ownerOf(call)),
  },
  halt: (call) => haltClock(call.emulation.world, ownerOf(call)),
  resume: (call) => resumeClock(call.emulation.world, ownerOf(call)),
});
