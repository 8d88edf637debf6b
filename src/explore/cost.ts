import { partsOf } from "../world/faults/kinds.ts";
import { parseDuration } from "../world/time/duration.ts";
import type { OutcomeInput } from "../world/faults/types.ts";

/** How long an outcome holds its client up, in milliseconds: what is quick is tried first. */
export function costOf(outcome: OutcomeInput): number {
  const efforts = partsOf(outcome).flatMap(([kind, value]) => kind.effort?.(value, outcome) ?? []);
  const spans = JSON.stringify(outcome).matchAll(/"([^"]+)"/g);
  return efforts[0] ?? Math.max(0, ...[...spans].map(([, text]) => parseDuration(text) ?? 0));
}
