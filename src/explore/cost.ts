import { partsOf } from "../world/faults/outcome.ts";
import { parseDuration } from "../world/time/duration.ts";
import type { OutcomeInput } from "../world/faults/types.ts";

const daySeconds = 86_400;

/** A run that waits for days is ended after so many milliseconds without a request. */
export const quietMs = 4000;

/** Whether an outcome promises a wait that no run lasts. */
export const isHuge = (retryAfter: unknown): boolean =>
  typeof retryAfter === "number" && retryAfter >= daySeconds;

/** How long an outcome holds its client up, in milliseconds: what is quick is tried first. */
export function costOf(outcome: OutcomeInput): number {
  if (isHuge(outcome.retryAfter)) return quietMs;
  const efforts = partsOf(outcome).flatMap(([kind, value]) => kind.effort?.(value, outcome) ?? []);
  const spans = JSON.stringify(outcome).matchAll(/"([^"]+)"/g);
  return efforts[0] ?? Math.max(0, ...[...spans].map(([, text]) => parseDuration(text) ?? 0));
}
