import { durationShape, notDuration, parseDuration } from "../../time/duration.ts";
import { kind } from "../kind.ts";

/** How far off time stamps can be: the service's own tolerance is minutes. */
const timestampMsMax = 366 * 86_400_000;

export const timestamp = kind({
  name: "timestamp",
  shape: durationShape(),
  means: "Of a delivery: its time stamps are so far off, such as -10m; it is signed with them.",
  flag: "<offset>",
  does: "Shift the time stamps of the delivery, such as -10m",
  step: "timestamp:-10m",
  on: "delivery",
  read(value, { fail }) {
    const ms = parseDuration(value);
    if (ms !== undefined && ms !== 0 && Math.abs(ms) <= timestampMsMax) return ms;
    const usual = "expected how far off it is, at most a year, such as -10m";
    throw fail(notDuration(value, usual), "timestamp");
  },
});
