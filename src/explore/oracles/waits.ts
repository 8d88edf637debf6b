import { verdictsOf } from "../../report/card.ts";
import type { RuleId } from "../../report/names.ts";
import { wholeWalks } from "../../scenarios/whole-walks.ts";
import { streamOf } from "../../report/streams.ts";
import { presets } from "../../report/thresholds.ts";
import { anySandbox } from "../observation.ts";
import type { Case, Finding, Oracle } from "./oracle.ts";

/** The rules of the report card about how a client waits. What is wrong with its own waits breaks one of two, or both. */
const ofWaits: readonly (readonly RuleId[])[] = [
  ["retry-after"],
  ["growing", "jitter"],
  ["stampede"],
];

/** The first of some rules that a run fails, and all that go with it. Calls are known by difference. */
function broken(
  { seen, baseline: { reference } }: Case,
  rules: readonly (readonly RuleId[])[],
): { readonly rules: readonly RuleId[]; readonly text: string } | undefined {
  const { attempts, isKilled, endedAt: now, lagMs } = seen;
  const run = { attempts, now, ended: !isKilled, dropped: 0, lagMs, neverMet: [], reference };
  for (const ids of rules) {
    const verdicts = verdictsOf({ ...run, limitsOf: () => undefined }, ids);
    const [first, ...more] = verdicts.filter(({ verdict }) => verdict === "fail");
    if (first !== undefined)
      return { rules: [first, ...more].map(({ rule }) => rule), text: first.message };
  }
  return undefined;
}

const findingOf = (
  oracle: "waits" | "storm",
  found: ReturnType<typeof broken>,
): Finding | undefined =>
  found && {
    oracle,
    text: `rule '${found.rules[0]}' fails: ${found.text}`,
    signs: found.rules.join(" "),
  };

/** Exit code 0 means: every record of a list was read, also by a client that prints none. */
export const readsAll: Oracle = (run) => {
  const { schedule, seen, baseline } = run;
  // After several odd pages, or where anything is printed, others say more.
  const isPlain = schedule.length === 1 && schedule[0]?.spot.which !== "all";
  if (seen.exitCode !== 0 || seen.isKilled || !isPlain || baseline.lines.length > 0) {
    return undefined;
  }
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
export const waits: Oracle = (run) => findingOf("waits", broken(run, ofWaits));

/** How many requests of an operation are a storm, if one of them fails: whatever comes then, it stays one. */
export const stormMax =
  ({ reference }: Pick<Case["baseline"], "reference">) =>
  (operation: string): number => {
    const usual = reference.ofStream(streamOf({ account: anySandbox, operation }));
    return usual ? usual * presets.service.loadMax : Infinity;
  };

/** A client does not multiply its requests while they fail, nor those for a token. */
export const storm: Oracle = (run) => {
  const asksTokens = run.seen.attempts.some(({ operation }) => operation === "oauth_token");
  return findingOf("storm", broken(run, asksTokens ? [["storm"], ["token"]] : [["storm"]]));
};
