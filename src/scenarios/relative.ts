import type { ReportCard, RuleResult } from "../report/card-shape.ts";
import { isOfClient } from "../world/journal/entry.ts";
import { duplicatesIn } from "../world/journal/twins.ts";
import { atOnce } from "../world/time/slices.ts";
import { fail, type Finding, pass, type Seen } from "./verdict.ts";
import { rolesIn } from "./roles.ts";
import type { Expectation, Scenario } from "./types.ts";

/** Expectations that are measured by what the client does without faults. */
const kinds = ["same", "once", "allRead", "unbroken"] as const;
type RelativeKind = (typeof kinds)[number];

/** Whether a scenario fits any client: it names roles, or measures by what the client does without faults. */
export const fitsAny = (scenario: Scenario): boolean =>
  rolesIn(scenario).length > 0 ||
  (scenario.expect ?? []).some((each) => kinds.some((kind) => each[kind] !== undefined));

const unmet = (why: string): Finding => ({ ...pass(`not exercised: ${why}`), unmet: true });

const unknown = unmet(
  "there was no run without faults. Use scenario run -- COMMAND, or emulator.reference() in a test",
);

/** A client that says that it failed has not said that all is there. */
const gaveUp = (exitCode: number | undefined): Finding | undefined =>
  exitCode === undefined || exitCode === 0
    ? undefined
    : pass(`not compared: the command gave up with exit code ${exitCode}`);

/** What says that a lost write was not done again by luck alone, such as within the same second. */
function luckIn(card: ReportCard | undefined): string | undefined {
  const rule = card?.rules.find((each) => each.rule === "doubled-write");
  return rule?.verdict === "undecided" && rule.leaning === "fail"
    ? rule.evidence.find(({ result }) => result === "undecided")?.text
    : undefined;
}

const same: Record<NonNullable<Expectation["same"]>, (seen: Seen) => Finding> = {
  state: ({ quiet, left }) => {
    if (quiet === undefined || left === undefined) return unknown;
    const { all } = quiet.departure(left);
    return all === "" ? pass("the same records as without faults") : fail(all);
  },
  output: ({ quiet, output }) => {
    if (quiet === undefined || output === undefined) return unknown;
    const [line, ...more] = quiet.missing(output);
    if (line === undefined) return pass("the same lines as without faults");
    const others = more.length === 0 ? "" : `, and ${more.length} more`;
    return fail(`the command does not print "${line}"${others}`);
  },
  requests: ({ quiet, received }) => {
    if (quiet === undefined) return unknown;
    if (quiet.requests === undefined) return unmet("two runs without faults differ in it");
    const count = received.filter(({ entry }) => isOfClient(entry)).length;
    const message = `requests: ${count}, ${quiet.requests} without faults`;
    return { passed: count === quiet.requests, message };
  },
  operations: ({ quiet, received }) => {
    if (quiet === undefined) return unknown;
    const good = received.filter(({ entry: { status } }) => status !== null && status < 400);
    const names = new Set(good.map(({ entry }) => entry.operation));
    const missing = [...quiet.operations].filter((operation) => !names.has(operation));
    return missing.length === 0
      ? pass("every operation succeeded that does without faults")
      : fail(`never succeeded: ${missing.join(", ")}`);
  },
};

/** Some rules of the report card, those that are broken, and the exchanges that show it; undefined: there is no card. */
export function ruledIn(
  { card, received }: Seen,
  rules: readonly string[],
  isBroken: (verdict: RuleResult["verdict"]) => boolean,
) {
  const asked = card?.rules.filter(({ rule }) => rules.includes(rule)) ?? [];
  const broken = asked.filter(({ verdict }) => isBroken(verdict));
  const shown = new Set(broken.flatMap(({ evidence }) => evidence[0]?.exchanges ?? []));
  const evidence = received.map(({ entry }) => entry).filter(({ id }) => shown.has(id));
  return card && { asked, broken, evidence };
}

export const ungraded = fail("the requests were not graded");

export const relative: Record<RelativeKind, (expectation: Expectation, seen: Seen) => Finding> = {
  same: ({ same: what = "state" }, seen) => gaveUp(seen.exitCode) ?? same[what](seen),
  once: (_, { quiet, left, received, card }) => {
    const found = atOnce(duplicatesIn(received));
    const twice = received.map(({ entry }) => entry).filter(({ id }) => found.has(id));
    if (twice.length > 0) {
      const retries = twice.length === 1 ? "a retry" : `${twice.length} retries`;
      const message = `${retries} wrote again what was written: send one unique_id with all attempts`;
      return { ...fail(message, twice), found };
    }
    const spared = luckIn(card);
    if (spared !== undefined) return fail(spared);
    if (quiet === undefined || left === undefined) return unknown;
    const { more } = quiet.departure(left);
    return more === "" ? pass("no record more often than without faults") : fail(more);
  },
  allRead: ({ allRead = "*" }, { quiet, walks, exitCode }) => {
    if (quiet === undefined || walks === undefined) return unknown;
    const isMeant = ([operation]: [string, number]) => allRead === "*" || operation === allRead;
    const usual = [...quiet.walks].filter(isMeant);
    if (usual.length === 0)
      return unmet("without faults, too, the client reads no list to its end");
    const left = gaveUp(exitCode);
    if (left !== undefined) return left;
    const short = usual.find(([operation, count]) => (walks.get(operation) ?? 0) < count);
    if (short === undefined) return pass("every list to its end");
    const [operation, count] = short;
    const read = `${operation}: read to its end ${walks.get(operation) ?? 0} times`;
    return fail(`${read}, ${count} without faults`);
  },
  unbroken: ({ unbroken = [] }, seen) => {
    const ruled = ruledIn(seen, unbroken, (verdict) => verdict === "fail");
    if (ruled === undefined) return ungraded;
    const { asked, broken, evidence } = ruled;
    const said = broken.map(({ rule, message }) => `${rule}: ${message}`).join("; ");
    if (broken.length > 0) return fail(said, evidence);
    return asked.every(({ verdict }) => verdict === "not exercised")
      ? unmet(asked.map(({ rule }) => `nothing for ${rule}`).join(", "))
      : pass(asked.map(({ rule, verdict }) => `${rule}: ${verdict}`).join(", "));
  },
};
