import { integer, literal, object, oneOf, string } from "../../../contract/shape.ts";
import { parseDatetime } from "../../../jsonapi/time.ts";
import type { RetryAfter } from "../../limits/retry-after.ts";
import { notDuration, parseDuration } from "../../time/duration.ts";
import { kind, numberIn } from "../kind.ts";

/** A timer of 32 bits, which ends after 2,147,483 s, must not hold all of them. */
const secondsMax = 10_000_000;
const timerMax = 3_000_000;

export const retryAfter = kind({
  name: "retryAfter",
  shape: oneOf(
    integer({ min: -secondsMax, max: secondsMax }),
    literal("computed", "none", "garbage"),
    object({ date: string({ minLength: 1 }) }),
  ),
  means:
    'Retry-After: whole seconds (also 0 or negative), "computed" (the end of the steady window), "none", "garbage", or { date } (an HTTP-date: an offset such as +2s or -1h, or a datetime).',
  flag: "<when>",
  does: "Set Retry-After: seconds (2 or 2s), computed, none, garbage, or a date such as +2s",
  says: "Retry-After",
  beside: ["status", "edge"],
  /** Seconds, also as `1s` or `2m`; an offset or a datetime for a date; or a word. */
  fromText(text) {
    const seconds = numberIn(text);
    if (typeof seconds === "number") return seconds;
    if (/^[+-]|^\d{4}-/.test(text)) return { date: text };
    const ms = parseDuration(text);
    return ms === undefined ? text : ms / 1000;
  },
  read(value, { input: { status, edge }, force, fail }): RetryAfter | undefined {
    // A proxy promises nothing unasked: it knows no window of the service.
    if (value === undefined) return status === 429 ? "computed" : undefined;
    if (![429, 503].includes(status ?? edge ?? 0) && !force)
      throw fail("retryAfter goes with status 429 or 503; add force to insist", "retryAfter");
    if (typeof value !== "object") return value;
    const inMs = parseDuration(value.date);
    if (inMs !== undefined) return { inMs };
    const at = parseDatetime(value.date);
    if (at !== undefined) return { at };
    const usual = "expected an offset such as +2s or -1h, or a datetime";
    throw fail(notDuration(value.date, usual), "retryAfter.date");
  },
  samples: [2, 5, 0, -3, timerMax, "none", "garbage", { date: "5s" }, { date: "-1h" }],
  effort(value) {
    if (value === "computed") return 60_000;
    return typeof value === "number" ? Math.max(0, value * 1000) : undefined;
  },
});
