import { formatDatetime, parseDatetime } from "../jsonapi/time.ts";
import { parseDuration } from "../world/duration.ts";
import type { World } from "../world/world.ts";
import type { Emulation } from "./emulation.ts";
import type { ControlOperation } from "./operation.ts";
import { ControlError } from "./problem.ts";

/** What `GET /_emulator/clock` shows. */
export interface ClockView {
  readonly mode: string;
  /** World time, ISO 8601 and in milliseconds since 1970. */
  readonly now: string;
  readonly ms: number;
}

/** The furthest a clock may be moved, in either direction: the years that datetimes can show. */
const latestMs = Date.UTC(9000, 0, 1);

export function viewClock({ clock }: World): ClockView {
  const ms = clock.now();
  return { mode: clock.mode, now: formatDatetime(ms), ms };
}

/** `{ mode: "real" | "offset" | "frozen", at? }`. Windows start anew when time goes back. */
export function setClock(world: World, { mode, at }: { mode?: unknown; at?: unknown }): ClockView {
  const { clock } = world;
  const before = clock.now();
  const instant = at === undefined ? undefined : readInstant(at);
  if (mode === "real" && instant === undefined) clock.useReal();
  else if (mode === "real") throw new ControlError("a real clock takes no instant", "at");
  else if (mode === "frozen") clock.freeze(instant);
  else if (mode === "offset" && instant !== undefined) clock.offsetTo(instant);
  else if (mode === "offset") throw new ControlError("expected the instant to move to", "at");
  else throw new ControlError('expected "real", "offset" or "frozen"', "mode");
  if (clock.now() < before) for (const account of world.accounts.values()) account.limits.clear();
  return viewClock(world);
}

/** `{ by: "60s" }`: answers when all that became due has run. */
function advanceClock(world: World, by: unknown): ClockView {
  const ms = parseDuration(by);
  if (ms === undefined || ms < 0 || world.clock.now() + ms > latestMs) {
    throw new ControlError("expected a duration such as 60s, not negative", "by");
  }
  world.clock.advance(ms);
  return viewClock(world);
}

function readInstant(value: unknown): number {
  const ms = typeof value === "string" ? parseDatetime(value) : value;
  if (typeof ms === "number" && Number.isFinite(ms) && ms >= 0 && ms <= latestMs) return ms;
  throw new ControlError("expected an ISO 8601 datetime", "at");
}

/** The clock, as the library has it. */
export interface ClockFace {
  now(): ClockView;
  freeze(at?: string): ClockView;
  advance(by: string | number): ClockView;
  resume(): ClockView;
  real(): ClockView;
}

export const clockFace = (emulation: Emulation): ClockFace => ({
  now: () => viewClock(emulation.world),
  freeze: (at) => setClock(emulation.world, { mode: "frozen", at }),
  advance: (by) => advanceClock(emulation.world, by),
  resume: () => {
    emulation.world.clock.resume();
    return viewClock(emulation.world);
  },
  real: () => setClock(emulation.world, { mode: "real" }),
});

export const clockOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/clock",
    does: "the world's time",
    run: ({ emulation }) => viewClock(emulation.world),
  },
  {
    method: "PUT",
    path: "/_emulator/clock",
    does: 'sets it: { "mode": "real" | "offset" | "frozen", "at"? }',
    run: ({ emulation, body }) => setClock(emulation.world, body),
  },
  {
    method: "POST",
    path: "/_emulator/clock/advance",
    does: 'moves it: { "by": "60s" }; answers when all that was due has run',
    run: ({ emulation, body }) => advanceClock(emulation.world, body["by"]),
  },
];
