import { type ClockValue, modeAfter } from "./clock-value.ts";
import { type Begun, Clock } from "./clock.ts";

/** How a clock goes, whatever process it is in. */
export interface Course extends Pick<ClockValue, "mode" | "factor"> {
  /** Of a frozen one, the world time; else how far it is ahead of the machine's. In milliseconds. */
  readonly ms: number;
}

/** How a clock goes, by the machine's time: what was skipped of that is a part of it. */
export function courseOf({ value, time }: Clock): Course {
  const { mode, factor, anchorReal, anchorWorld } = value;
  const { skippedMs } = time;
  if (mode === "real" && skippedMs === 0) return { mode, factor, ms: 0 };
  const after = modeAfter(value);
  if (after === "frozen") return { mode: after, factor, ms: anchorWorld };
  const now = time.now();
  const since = mode === "frozen" ? now : anchorReal;
  const ahead = anchorWorld - since + (now - since) * (factor - 1);
  return { mode: mode === "real" ? "offset" : after, factor, ms: Math.round(ahead + skippedMs) };
}

/** Has a clock go on as another did, from now. */
export function follow(clock: Clock, { mode, factor, ms }: Course): void {
  if (mode === "real") return clock.useReal();
  if (mode === "frozen") {
    clock.accelerate(factor);
    return clock.freeze(ms);
  }
  const at = clock.time.now() + ms;
  if (mode === "offset") clock.offsetTo(at);
  else clock.accelerate(factor, at);
}

export function begunClock({ course, ...begun }: Begun & { readonly course?: Course }): Clock {
  const clock = new Clock(begun);
  if (course !== undefined) follow(clock, course);
  return clock;
}
