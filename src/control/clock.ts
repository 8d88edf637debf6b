import { formatDatetime, parseDatetime } from "../jsonapi/time.ts";
import { parseDuration } from "../world/duration.ts";
import type { World } from "../world/world.ts";
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
export function advanceClock(world: World, by: unknown): ClockView {
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
