import { kinds } from "../world/faults/kinds.ts";
import type { Injected } from "../world/faults/injected.ts";
import type { Effect } from "../world/faults/kind.ts";
import type { Attempt } from "./calls/attempt.ts";

/** What each kind of fault leaves of an answer, and `limit`: a 429 of the limits themselves. */
const effects: ReadonlyMap<string, Effect> = new Map([
  ...kinds.flatMap(({ leaves }) => Object.entries(leaves ?? {})),
  ["limit", "limited"],
]);

export const effectOf = (kind: string): Effect | undefined => effects.get(kind);

export const meets = (injected: readonly Injected[], effect: Effect): boolean =>
  injected.some((kind) => effects.get(kind) === effect);

/** What an attempt met, each kind once; `limit` is a 429 of the limits themselves. */
export function faultKindsOf({ injected, stage, status }: Attempt): (Injected | "limit")[] {
  const kinds = new Set<Injected | "limit">(injected);
  if (stage === "limit" && status === 429 && !meets(injected, "limited")) kinds.add("limit");
  return [...kinds];
}

type Met = { readonly fault: string; readonly status: number | null };

const isStatus = (wanted: number) => (met: Met) => met.fault === "status" && met.status === wanted;
const isOf =
  (effect: Effect) =>
  ({ fault }: Met) =>
    effectOf(fault) === effect;

export const corruptedResponse = "corrupted response";

export const basicFaults: readonly (readonly [name: string, isMet: (met: Met) => boolean])[] = [
  ["status 429", (met) => isStatus(429)(met) || isOf("limited")(met)],
  ["status 503", isStatus(503)],
  ["lost response", isOf("lost")],
  [corruptedResponse, isOf("spoilt")],
  ["delay", ({ fault }) => fault === "delay"],
];
