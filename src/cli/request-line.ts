import type { Entry } from "../world/journal.ts";
import { colours, ofStatus } from "./colours.ts";
import { printable, truncated } from "./printable.ts";

/** How much of a target is shown where the width is nobody's concern. */
const targetMax = 300;

/** Paths are cut no shorter than this, however narrow the terminal. */
const targetMin = 20;

/**
 * One exchange for people: method, status, target, operation, time, fault, and what to do about it.
 * A hint that does not fit beside it goes below.
 */
export function requestLine(entry: Entry, width: number | undefined): string {
  const { method, status, operation, durationMs, fault, hint } = entry;
  const head = `${printable(method).padEnd(6)} ${status}`;
  const time = `${durationMs.toFixed(durationMs < 10 ? 1 : 0)} ms`;
  const tail = [operation ?? "", time, fault ?? ""].filter((part) => part !== "").join("  ");
  const room = width === undefined ? targetMax : width - head.length - tail.length - 3;
  const target = truncated(printable(entry.target), Math.max(targetMin, room));
  const line = [
    `${colours.bold(printable(method).padEnd(6))} ${ofStatus(status)(String(status))} ${target}`,
    ...(operation === null ? [] : [colours.cyan(operation)]),
    colours.dim(time),
    ...(fault === null ? [] : [colours.magenta(fault)]),
  ].join("  ");
  if (hint === null) return line;
  const advice = printable(hint);
  const used = head.length + target.length + tail.length + 5;
  const beside = width === undefined || used + advice.length <= width;
  return beside
    ? `${line}  ${colours.dim(advice)}`
    : `${line}\n       ${colours.dim(`↳ ${advice}`)}`;
}
