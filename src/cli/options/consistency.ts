import { InvalidArgumentError } from "commander";
import { consistencyNames, isConsistencyKind } from "../../contract/consistency.ts";
import type { ConsistencyTable } from "../../world/time/lateness.ts";
import { readDuration } from "./values.ts";

/** A word, or kinds with a delay each: events=30s,segments=5m. */
export function readConsistency(text: string): "immediate" | "service" | ConsistencyTable {
  const word = text.trim();
  if (word === "immediate" || word === "service") return word;
  return Object.fromEntries(text.split(",").map(readDelay));
}

function readDelay(part: string): [kind: string, delay: string] {
  const [, kind, delay] = /^\s*(\S+)\s*=\s*(.*?)\s*$/s.exec(part) ?? [];
  if (kind === undefined || delay === undefined) {
    throw new InvalidArgumentError(
      "Expected immediate, service, or delays of kinds such as events=30s,segments=5m.",
    );
  }
  if (isConsistencyKind(kind)) return [kind, readDuration(delay)];
  throw new InvalidArgumentError(
    `Unknown kind '${kind}'. Use some of ${consistencyNames.join(", ")}.`,
  );
}
