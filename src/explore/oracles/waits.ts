import { type Seen, verdictsOf } from "../../report/card.ts";
import type { RuleId } from "../../report/names.ts";
import { wholeWalks } from "../../scenarios/whole-walks.ts";
import { streamOf } from "../../report/streams.ts";
import { presets } from "../../report/thresholds.ts";
import { anySandbox, type Observation } from "../observation.ts";
import type { OracleName } from "../names.ts";
import type { Baseline } from "../reference.ts";
import { type Case, endsWell, type Oracle } from "./oracle.ts";

/** The rules of the report card about how a client waits. What is wrong with its own waits breaks one of two, or both. */
const ofWaits: readonly (readonly RuleId[])[] = [
  ["retry-after"],
  ["growing", "jitter"],
  ["stampede"],
];

type Graded = Pick<Observation, "attempts" | "endedAt" | "isKilled" | "lagMs">;

/** What the report card sees of a run. Calls are known by difference. */
export const gradedOf = (seen: Graded, { reference }: Pick<Baseline, "reference">): Seen => ({
  attempts: seen.attempts,
  now: seen.endedAt,
  ended: !seen.isKilled,
  dropped: 0,
  lagMs: seen.lagMs,
  neverMet: [],
  reference,
  limitsOf: () => undefined,
});

function broken({ seen, baseline }: Case, rules: readonly (readonly RuleId[])[]) {
  for (const ids of rules) {
    const failed = verdictsOf(gradedOf(seen, baseline), ids).filter(
      ({ verdict }) => verdict === "fail",
    );
    const [first] = failed;
    if (first !== undefined) return { rules: failed.map(({ rule }) => rule), text: first.message };
  }
  return undefined;
}

function ruled(oracle: OracleName, run: Case, rules: readonly (readonly RuleId[])[]) {
  const found = broken(run, rules);
  if (found === undefined) return undefined;
  const text = `rule '${found.rules[0]}' fails: ${found.text}`;
  return { oracle, text, signs: found.rules.join(" ") };
}

/** Exit code 0 means: every record of a list was read, also by a client that prints none. */
export const readsAll: Oracle = (run) => {
  const { schedule, seen, baseline } = run;
  // After several odd pages, or where anything is printed, others say more.
  const isPlain = schedule.length === 1 && schedule[0]?.spot.which !== "all";
  if (!endsWell(seen) || !isPlain || baseline.lines.length > 0) return undefined;
  const found = broken(run, [["reads-all"]]);
  if (found) return { oracle: "reads-all", text: found.text, signs: "reads" };
  const walks = wholeWalks(seen.attempts);
  // Of one page nobody can say that it is read: it may be asked for only to see whether the service is there.
  const read = [...wholeWalks(baseline.attempts, 2).keys()];
  const unread = read.find((name) => !walks.has(name));
  if (unread === undefined) return undefined;
  const text = `the list of ${unread} is not read to its end, although the command ends with exit code 0`;
  return { oracle: "reads-all", text, signs: "reads" };
};

/** A client waits as long as it is told, and longer each time. */
export const waits: Oracle = (run) => ruled("waits", run, ofWaits);

/** How many requests of an operation are a storm, if one of them fails: whatever comes then, it stays one. */
export const stormMax =
  ({ reference }: Pick<Baseline, "reference">) =>
  (operation: string): number => {
    const usual = reference.ofStream(streamOf({ account: anySandbox, operation }));
    return usual ? usual * presets.service.loadMax : Infinity;
  };

/** A client does not multiply its requests while they fail, nor those for a token. */
export const storm: Oracle = (run) => {
  const asksTokens = run.seen.attempts.some(({ operation }) => operation === "oauth_token");
  return ruled("storm", run, asksTokens ? [["storm"], ["token"]] : [["storm"]]);
};
