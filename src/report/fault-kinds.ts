import type { Attempt } from "./attempt.ts";

/** Faults whose answer does not arrive as a whole. */
export const breaking: readonly string[] = [
  "reset",
  "close",
  "close-after-head",
  "close-mid-body",
  "hang",
];

/** Faults whose answer arrives and cannot be read. */
export const spoiling: readonly string[] = [
  "truncate",
  "malformed",
  "empty",
  "content-type",
  "garbage",
];

/**
 * What an attempt met, each kind once: what faults did to it (`injected` of the journal), and `limit` for
 * a 429 of the limits themselves.
 */
export function faultKindsOf({ injected, stage, status }: Attempt): string[] {
  const kinds = new Set(injected);
  const isPlanned = injected.some((kind) => kind.startsWith("limit "));
  if (stage === "limit" && status === 429 && !isPlanned) kinds.add("limit");
  return [...kinds];
}

/** A fault that a client was through, or that an attempt met. */
interface Met {
  readonly fault: string;
  readonly status: number | null;
}

const isStatus = (wanted: number) => (met: Met) => met.fault === "status" && met.status === wanted;
const isLimit = ({ fault }: Met) => fault === "limit" || fault.startsWith("limit ");
const among =
  (kinds: readonly string[]) =>
  ({ fault }: Met) =>
    kinds.includes(fault);

export const spoiltAnswer = "spoilt answer";

/** The faults that every operation of a client should have been through, by name. @guess */
export const basicFaults: readonly (readonly [name: string, isMet: (met: Met) => boolean])[] = [
  ["status 429", (met) => isStatus(429)(met) || isLimit(met)],
  ["status 503", isStatus(503)],
  ["lost answer", among(breaking)],
  [spoiltAnswer, among(spoiling)],
  ["delay", among(["delay"])],
];
