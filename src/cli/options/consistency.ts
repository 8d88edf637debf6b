import { InvalidArgumentError } from "commander";
import { consistencyNames, isConsistencyKind } from "../../contract/consistency.ts";
import type { ConsistencyTable } from "../../world/lateness.ts";
import { nearest } from "../../world/nearest.ts";
import { readDuration } from "./values.ts";

/** A word, or kinds with a delay each: events=30s,segments=5m. */
export function readConsistency(text: string): "immediate" | "service" | ConsistencyTable {
  const word = text.trim();
  if (word === "immediate" || word === "service") return word;
  const pairs = text.split(",").map((part): [kind: string, delay: string] => {
    const [, kind = part, delay] = /^([^=]*)=(.*)$/s.exec(part.trim()) ?? [];
    if (delay === undefined) {
      throw new InvalidArgumentError(
        "Expected immediate, service, or delays of kinds such as events=30s,segments=5m.",
      );
    }
    if (isConsistencyKind(kind)) return [kind, readDuration(delay)];
    const near = nearest(kind, consistencyNames);
    throw new InvalidArgumentError(
      near === undefined
        ? `Unknown kind '${kind}'. Use some of ${consistencyNames.join(", ")}.`
        : `Unknown kind '${kind}'. Did you mean ${near}?`,
    );
  });
  return Object.fromEntries(pairs);
}
