import type { FaultInput } from "../../world/faults/types.ts";
import { parseDuration } from "../../world/time/duration.ts";
import { Failure } from "../terminal/failure.ts";
import { jsonOrText, membersOf } from "./values.ts";

/** What `faults add` was told, as commander has it. */
export type FaultFlags = Readonly<Record<string, unknown>>;

const connections = ["reset", "close", "close-after-head", "close-mid-body", "hang"];
/** Steps that say more behind a colon, and one that says all. */
const prefixed = ["ignore", "edge:502", "page:short", "late:5s", "stale:5s"];
/** Of deliveries, likewise. */
const ofCalls = [
  "drop",
  "duplicate:2",
  "reorder:3",
  "signature:wrong",
  "timestamp:-10m",
  "batch:1",
];
const spoils = ["truncate", "malformed", "empty", "content-type", "garbage"];

/**
 * A fault in the language of the control API, from flags: only forms are changed here, what makes
 * no sense is left for the one parser to refuse.
 */
export function faultOfFlags(operation: string | undefined, flags: FaultFlags): object {
  const fault: Record<string, unknown> = operation === undefined ? {} : { operation };
  const match: Record<string, unknown> = {};
  for (const [flag, value] of Object.entries(flags)) {
    const name = /^match([A-Z])(.*)$/.exec(flag);
    const read = readers[flag]?.(value as string) ?? value;
    if (name === null) fault[flag] = read;
    else match[`${name[1]?.toLowerCase()}${name[2]}`] = read;
  }
  return { ...fault, ...(Object.keys(match).length > 0 && { match }) };
}

const number = (text: string): number | undefined =>
  /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  method: (text) => text.toUpperCase(),
  retryAfter: readRetryAfter,
  body: jsonOrText,
  matchBody: (pairs) => membersOf(pairs as unknown as Record<string, string>, jsonOrText),
  delay: readDelay,
  between: (text) => text.split(".."),
  pace: readPace,
  page: readPage,
  sequence: readSequence,
};

function readDelay(text: string): FaultInput["delay"] {
  if (text.includes("..")) return { uniform: text.split("..") };
  const [median = "", sigma] = text.split("~");
  if (sigma === undefined) return text;
  return { lognormal: { median, sigma: Number(sigma) } };
}

function readPace(text: string): object {
  const rate = /^(\d+(?:\.\d+)?)\s*B\/s$/i.exec(text);
  return rate === null ? { over: text } : { bytesPerSecond: Number(rate[1]) };
}

/** A word, or `cap:5` for the most that a page has. */
function readPage(text: string): unknown {
  const [, most] = /^cap:(.+)$/s.exec(text) ?? [];
  return most === undefined ? text : { cap: number(most) ?? most };
}

/** Seconds, also as `1s` or `2m`; an offset or a datetime for a date; or a word. */
function readRetryAfter(text: string): unknown {
  const seconds = number(text);
  if (seconds !== undefined) return seconds;
  if (/^[+-]|^\d{4}-/.test(text)) return { date: text };
  const ms = parseDuration(text);
  return ms === undefined ? text : ms / 1000;
}

/** `429:1s,reset,pass`, or a JSON array for steps that say more. */
function readSequence(text: string): unknown {
  if (text.startsWith("[")) return jsonOrText(text);
  return text.split(",").map((word) => stepOf(word.trim()));
}

function stepOf(word: string): unknown {
  if (connections.includes(word)) return { connection: word };
  if (spoils.includes(word)) return { spoil: word };
  const edge = /^edge:(\d+)(?::(.+))?$/s.exec(word);
  if (edge !== null) return answered("edge", Number(edge[1]), edge[2]);
  if (word === "ignore" || word === "drop") return { [word]: true };
  const [, count, of = ""] = /^(duplicate|reorder|batch):(.+)$/s.exec(word) ?? [];
  if (count !== undefined) return { [count]: number(of) ?? of };
  const [, said, how] = /^(signature|timestamp|delay):(.+)$/s.exec(word) ?? [];
  if (said !== undefined) return { [said]: said === "delay" ? readDelay(how ?? "") : how };
  const [, kind, span] = /^(late|stale):(.+)$/s.exec(word) ?? [];
  if (kind !== undefined) return { [kind]: span };
  const page = /^page:(.+)$/s.exec(word);
  if (page !== null) return { page: readPage(page[1] as string) };
  const [, head = word, retryAfter] = /^([^:]*):(.+)$/s.exec(word) ?? [];
  const status = number(head);
  if (word === "pass") return word;
  if (status === undefined) {
    const known = ["pass", ...connections, ...spoils, ...prefixed, ...ofCalls].join(", ");
    throw new Failure(
      `--sequence: unknown step '${word}': use a status such as 429, or ${known}`,
      2,
    );
  }
  return answered("status", status, retryAfter);
}

const answered = (by: "status" | "edge", status: number, retryAfter: string | undefined) => ({
  [by]: status,
  ...(retryAfter !== undefined && { retryAfter: readRetryAfter(retryAfter) }),
});
