import type { ServiceStatus } from "../../../contract/names.ts";
import { integer, type Shape, literal, object, oneOf, string } from "../../../contract/shape.ts";
import { serviceStatuses } from "../../../jsonapi/standard-refusal.ts";
import { parseDatetime } from "../../../jsonapi/time.ts";
import type { RetryAfter } from "../../limits/retry-after.ts";
import { notDuration, parseDuration } from "../../time/duration.ts";
import { kind, numberIn, requireAlone } from "../kind.ts";

/** Statuses that say something of the data, or of the request: who is lied to about those cannot know better. */
const isHonest = (status: number): boolean =>
  [401, 403, 410, 429].includes(status) || status >= 500;

export const status = kind({
  name: "status",
  shape: integer({ min: 200, max: 599 }) as Shape<ServiceStatus | (number & Record<never, never>)>,
  means: "Answer with this status, and the service's own error body.",
  flag: "<status>",
  does: "Respond with this status and the service's own error body",
  says: "",
  makesSense(value, { force, fail }) {
    if (force || serviceStatuses.includes(value)) return;
    const usual = serviceStatuses.join(", ");
    throw fail(`the service never answers ${value} (${usual}); add force to insist`, "status");
  },
  leaves: { status: "whole" },
  family: "refused",
  samples: serviceStatuses.filter(isHonest),
  effort: (value, { retryAfter }) =>
    value === 429 && retryAfter === undefined ? 60_000 : undefined,
  answer: (value, by) => by.service(value),
});

/** The statuses with which a proxy before the service answers in its place. */
export const edgeStatuses = [
  403, 429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527,
] as const;

export const edge = kind({
  name: "edge",
  shape: literal(...edgeStatuses),
  means:
    "Answer as a proxy before the service does: with this status and a page of HTML, and without the service's headers.",
  flag: "<status>",
  does: "Respond like a proxy before the service: 403, 429, 502 to 504 or 520 to 527, as HTML",
  step: "edge:502",
  makesSense(_, { given, fail }) {
    if (!given.includes("status")) return;
    throw fail("either the service answers or what is before it: leave out status", "edge");
  },
  leaves: { edge: "whole" },
  family: "refused",
  answer: (value, by) => by.edge(value),
});

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

export const limit = kind({
  name: "limit",
  shape: literal("burst", "steady"),
  means: "Fill this window for the caller, truly: the refusals last until it resets.",
  flag: "<window>",
  does: "Use up the caller's burst or steady window",
  makesSense(_, written) {
    requireAlone("limit", written, "limit goes with no");
    if (written.where !== "after") return;
    throw written.fail("a limit refuses before anything is done", "where");
  },
  whyNot: (row, area) =>
    (row?.unlimited ?? area === "oauth") ? "is never limited: there is no window" : undefined,
  injected: (value) => `limit ${value}`,
  leaves: { "limit burst": "limited", "limit steady": "limited" },
  family: "refused",
  effort: (value) => (value === "steady" ? 60_000 : 1000),
});
