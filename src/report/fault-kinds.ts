import type { Injected } from "../world/faults/outcome.ts";
import type { Attempt } from "./calls/attempt.ts";

/**
 * What a fault leaves of an answer: `lost` does not arrive as a whole, `spoilt` arrives and cannot be read, `untrue`
 * looks like a good one and is none.
 */
type Effect = "whole" | "lost" | "spoilt" | "untrue" | "limited";

/** Every kind of fault, and `limit`: a 429 of the limits themselves. */
const effects: Readonly<Record<Injected | "limit", Effect>> = {
  delay: "whole",
  status: "whole",
  edge: "whole",
  headers: "whole",
  body: "whole",
  pace: "whole",
  reset: "lost",
  close: "lost",
  "close-after-head": "lost",
  "close-mid-body": "lost",
  hang: "lost",
  truncate: "spoilt",
  malformed: "spoilt",
  empty: "spoilt",
  "content-type": "spoilt",
  garbage: "spoilt",
  limit: "limited",
  "limit burst": "limited",
  "limit steady": "limited",
  ignore: "untrue",
  late: "untrue",
  stale: "untrue",
  "page short": "whole",
  "page empty": "whole",
  "page repeat": "whole",
  "page skip": "whole",
  "page cycle": "whole",
  "page expire": "whole",
  "page cap": "whole",
};

const effectsByName: ReadonlyMap<string, Effect> = new Map(Object.entries(effects));

/** What a kind of fault leaves of an answer, by its name in the journal; undefined: there is no such kind. */
export const effectOf = (kind: string): Effect | undefined => effectsByName.get(kind);

/** Whether one of the faults that a request met has such an effect. */
export const meets = (injected: readonly Injected[], effect: Effect): boolean =>
  injected.some((kind) => effects[kind] === effect);

/**
 * What an attempt met, each kind once: what faults did to it (`injected` of the journal), and `limit` for
 * a 429 of the limits themselves.
 */
export function faultKindsOf({ injected, stage, status }: Attempt): (Injected | "limit")[] {
  const kinds = new Set<Injected | "limit">(injected);
  if (stage === "limit" && status === 429 && !meets(injected, "limited")) kinds.add("limit");
  return [...kinds];
}

/** A fault that a client was through, or that an attempt met. */
interface Met {
  readonly fault: string;
  readonly status: number | null;
}

const isStatus = (wanted: number) => (met: Met) => met.fault === "status" && met.status === wanted;
const isOf =
  (effect: Effect) =>
  ({ fault }: Met) =>
    effectOf(fault) === effect;

export const spoiltAnswer = "spoilt answer";

/** The faults that every operation of a client should have been through, by name. @guess */
export const basicFaults: readonly (readonly [name: string, isMet: (met: Met) => boolean])[] = [
  ["status 429", (met) => isStatus(429)(met) || isOf("limited")(met)],
  ["status 503", isStatus(503)],
  ["lost answer", isOf("lost")],
  [spoiltAnswer, isOf("spoilt")],
  ["delay", ({ fault }) => fault === "delay"],
];
