import { InvalidArgumentError } from "commander";
import { consistencyNames, isConsistencyKind } from "../../contract/consistency.ts";
import type { ConsistencyTable } from "../../world/lateness.ts";
import { nearest } from "../../world/nearest.ts";
import { readDuration } from "./values.ts";

const words = ["immediate", "service"] as const;

/** A word, or kinds with a delay each: events=30s,segments=5m. */
export function readConsistency(text: string): (typeof words)[number] | ConsistencyTable {
  const word = words.find((each) => each === text.trim());
  return word ?? Object.fromEntries(text.split(",").map(readDelay));
}

function readDelay(part: string): [kind: string, delay: string] {
  const [, kind, delay] = /^\s*(\S+)\s*=\s*(.*?)\s*$/s.exec(part) ?? [];
  if (kind === undefined || delay === undefined) {
    const near = nearest(part.trim(), words);
    const expected =
      "Expected immediate, service, or delays of kinds such as events=30s,segments=5m.";
    throw new InvalidArgumentError(near === undefined ? expected : `Did you mean ${near}?`);
  }
  if (isConsistencyKind(kind)) return [kind, readDuration(delay)];
  const near = nearest(kind, consistencyNames);
  const say =
    near === undefined ? `Use some of ${consistencyNames.join(", ")}.` : `Did you mean ${near}?`;
  throw new InvalidArgumentError(`Unknown kind '${kind}'. ${say}`);
}
