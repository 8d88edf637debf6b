import { parseDuration } from "../world/time/duration.ts";
import type { OutcomeInput } from "../world/faults/types.ts";

/** What a window of a minute may make a client wait, and what a hang does, in milliseconds. */
const minuteMs = 60_000;

/** How long an outcome holds its client up, in milliseconds: what is quick is tried first. */
export function costOf({ status, retryAfter, connection, limit, ...rest }: OutcomeInput): number {
  if (connection === "hang" || limit === "steady") return minuteMs;
  if (limit === "burst") return 1000;
  if (status === 429 && (retryAfter === undefined || retryAfter === "computed")) return minuteMs;
  if (retryAfter === "computed") return minuteMs;
  if (typeof retryAfter === "number") return Math.max(0, retryAfter * 1000);
  const spans = JSON.stringify([retryAfter, rest]).matchAll(/"([^"]+)"/g);
  return Math.max(0, ...[...spans].map(([, text]) => parseDuration(text) ?? 0));
}
