import { stripVTControlCharacters } from "node:util";
import type { ListedEntry } from "../../control/requests/requests.ts";
import { counted } from "../../world/name-match.ts";
import { type Entry, isOfClient } from "../../world/journal/entry.ts";
import { colours, ofStatus } from "../terminal/colours.ts";
import { printable, truncated } from "../terminal/texts.ts";
import { createdByRequest } from "../../world/store/record-change.ts";

/** How much of a target is shown where there is no width to keep to. */
const targetMax = 300;

/** Paths are cut no shorter than this, however narrow the terminal. */
const targetMin = 20;

/** One exchange for people. A hint what to do about it that does not fit beside it goes below. */
export function requestLine(entry: ListedEntry, width: number | undefined): string {
  const { method, status, operation, hint } = entry;
  const head = `${printable(method).padEnd(6)} ${status ?? "---"}`;
  const time = timeOf(entry);
  const fault = faultOf(entry);
  const sender = isOfClient(entry) ? "" : `sent by the ${entry.sentBy}`;
  const tail = [operation ?? "", time, sender, fault].filter((part) => part !== "").join("  ");
  const room = width === undefined ? targetMax : width - head.length - tail.length - 3;
  const target = truncated(printable(entry.target), Math.max(targetMin, room));
  const line = [
    `${colours.bold(printable(method).padEnd(6))} ${ofStatus(status ?? 500)(String(status ?? "---"))} ${target}`,
    ...(operation === null ? [] : [colours.cyan(operation)]),
    colours.dim(time),
    ...(sender === "" ? [] : [colours.yellow(sender)]),
    ...(fault === "" ? [] : [colours.magenta(fault)]),
  ].join("  ");
  if (hint === null) return line;
  const advice = printable(hint);
  const used = head.length + target.length + tail.length + 5;
  if (width === undefined || used + advice.length <= width)
    return `${line}  ${colours.dim(advice)}`;
  return `${line}\n       ${colours.dim(`↳ ${advice}`)}`;
}

/** The same for a file: with the world's time in front, without colours, and never cut. */
export const plainLine = (entry: Entry): string =>
  `${new Date(entry.arrivedWorld).toISOString()}  ${stripVTControlCharacters(requestLine(entry, undefined))}`;

const timeOf = ({ durationMs }: Entry): string =>
  durationMs === null ? "…" : `${durationMs.toFixed(durationMs < 10 ? 1 : 0)} ms`;

/** What a fault did, and what became of it: `fault-1: reset, lost a 202`, `1 duplicate record`. */
function faultOf(entry: ListedEntry): string {
  const { faults, injected, lostStatus, repeats, duplicates } = entry;
  const what = injected.length === 0 ? "" : `: ${injected.join(", ")}`;
  const lost = lostStatus === null ? "" : `, lost a ${lostStatus}`;
  return [
    ...(faults.length === 0 ? [] : [`${faults.join(", ")}${what}${lost}`]),
    ...(repeats === null && duplicates === undefined ? [] : [againOf(entry)]),
  ].join("  ");
}

/** What was written twice, as far as it is known: a line that is printed live knows of no twins. */
function againOf({ repeats, written, duplicates }: ListedEntry): string {
  const count = duplicates?.records ?? createdByRequest(written).length;
  const records = counted(count, "duplicate record");
  if (repeats !== null) return `repeats a lost request${count === 0 ? "" : `, ${records}`}`;
  const renamed = duplicates?.renamed ?? null;
  return `${records} of a lost request${renamed === null ? "" : `, with a new ${renamed}`}`;
}
