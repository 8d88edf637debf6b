import type { Clock } from "../time/clock.ts";

/** What `Retry-After` is to say. `inMs`: a date so far from now; `at`: a date, of the client's. */
export type RetryAfter =
  | number
  | "computed"
  | "none"
  | "garbage"
  | { readonly inMs: number }
  | { readonly at: number };

/** A header's text, and what it promises; undefined: none, or nothing that can be read. */
export interface Promised {
  readonly text?: string;
  /** In whole seconds of the client's. */
  readonly seconds?: number;
  /** In world time, exactly: a date falls between two whole seconds. */
  readonly worldMs?: number;
}

/** What promises less makes nobody wait: a client that reads no header could keep it. In the client's milliseconds. */
const promiseMsMin = 100;

/** Whether a response asked its client to wait at all: not a zero, not a date that is past. */
export const isPromise = (ms: number | undefined): ms is number =>
  ms !== undefined && ms >= promiseMsMin;

/**
 * What `Retry-After` tells a client to wait: seconds, or an IMF-fixdate and nothing else (RFC 9110, 5.6.7 and 10.2.3).
 * @param at the client's time when it had the response, in milliseconds since 1970
 * @returns milliseconds, 0 for what is over or less than nothing; undefined: no header, or one that cannot be read
 */
export function promisedMs(retryAfter: string | null, at: number): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^-?\d+$/.test(retryAfter)) return Math.max(0, Number(retryAfter) * 1000);
  const date = Date.parse(retryAfter);
  if (Number.isNaN(date) || new Date(date).toUTCString() !== retryAfter) return undefined;
  return Math.max(0, date - at);
}

/** What no client can read as a number or a date. */
const garbage = "in a moment";

/** Writes the header, true in the client's seconds. @param windowMs what is left of the steady window, in world time */
export function promise(
  retryAfter: RetryAfter | undefined,
  clock: Clock,
  windowMs: number,
): Promised {
  if (retryAfter === undefined || retryAfter === "none") return {};
  if (retryAfter === "garbage") return { text: garbage };
  if (typeof retryAfter === "object") return dated(retryAfter, clock);
  if (retryAfter !== "computed" && retryAfter <= 0) return { text: String(retryAfter) };
  const seconds = clock.clientSeconds(retryAfter === "computed" ? windowMs : retryAfter * 1000);
  return { text: String(seconds), seconds, worldMs: clock.worldMsOf(seconds) };
}

/** An HTTP-date (RFC 9110, 5.6.7) knows whole seconds only: it names the one after the instant. */
function dated(date: { inMs: number } | { at: number }, clock: Clock): Promised {
  const real = clock.realNow();
  const instant = "at" in date ? date.at : real + date.inMs / clock.factor;
  const at = Math.ceil(instant / 1000) * 1000;
  const text = new Date(at).toUTCString();
  if (at <= real) return { text };
  return { text, seconds: Math.ceil((at - real) / 1000), worldMs: (at - real) * clock.factor };
}
