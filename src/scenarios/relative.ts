import type { ReportCard } from "../report/card-shape.ts";
import { isOfClient } from "../world/journal/entry.ts";
import { duplicatesIn } from "../world/journal/named-calls.ts";
import { atOnce } from "../world/time/slices.ts";
import type { Finding, Seen } from "./finding.ts";
import { rolesIn } from "./roles.ts";
import type { Expectation, Scenario } from "./types.ts";

/** Expectations that are measured by what the client does without faults. */
const kinds = ["same", "once", "allRead", "unbroken"] as const;
type RelativeKind = (typeof kinds)[number];

/** Whether a scenario fits any client: it names roles, or measures by what the client does without faults. */
export const fitsAny = (scenario: Scenario): boolean =>
  rolesIn(scenario).length > 0 ||
  (scenario.expect ?? []).some((each) => kinds.some((kind) => each[kind] !== undefined));

const unmet = (why: string): Finding => ({
  passed: true,
  unmet: true,
  message: `not exercised: ${why}`,
});

const unknown = unmet(
  "there was no run without faults. Use scenario run -- COMMAND, or emulator.reference() in a test",
);

/** A client that says that it failed has not said that all is there. */
const gaveUp = (exitCode: number | undefined): Finding | undefined =>
  exitCode === undefined || exitCode === 0
    ? undefined
    : { passed: true, message: `not compared: the command gave up with exit code ${exitCode}` };

/** What says that a lost write was not done again by luck alone, such as within the same second. */
function luckIn(card: ReportCard | undefined): string | undefined {
  const rule = card?.rules.find((each) => each.rule === "doubled-write");
  return rule?.verdict === "undecided" && rule.leaning === "fail"
    ? rule.evidence.find(({ result }) => result === "undecided")?.text
    : undefined;
}

type Same = NonNullable<Expectation["same"]>;

const same: Record<Same, (seen: Seen) => Finding> = {
  state: ({ quiet, left }) => {
    if (quiet === undefined || left === undefined) return unknown;
    const { all } = quiet.departure(left);
    return all === ""
      ? { passed: true, message: "the same records as without faults" }
      : { passed: false, message: all };
  },
  output: ({ quiet, output }) => {
    if (quiet === undefined || output === undefined) return unknown;
    const [line, ...more] = quiet.missing(output);
    if (line === undefined) return { passed: true, message: "the same lines as without faults" };
    const others = more.length === 0 ? "" : `, and ${more.length} more`;
    return { passed: false, message: `the command does not print "${line}"${others}` };
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
    const good = new Set(
      received.flatMap(({ entry: { status, operation } }) =>
        status !== null && status < 400 ? (operation ?? []) : [],
      ),
    );
    const missing = [...quiet.operations].filter((operation) => !good.has(operation));
    return missing.length === 0
      ? { passed: true, message: "every operation succeeded that does without faults" }
      : { passed: false, message: `never succeeded: ${missing.join(", ")}` };
  },
};

/** Judges each of them. */
export const relative: Record<RelativeKind, (expectation: Expectation, seen: Seen) => Finding> = {
  same: ({ same: what = "state" }, seen) => gaveUp(seen.exitCode) ?? same[what](seen),
  once: (_, { quiet, left, received, card }) => {
    const found = atOnce(duplicatesIn(received));
    const twice = received.map(({ entry }) => entry).filter(({ id }) => found.has(id));
    if (twice.length > 0) {
      const message = `${twice.length === 1 ? "a retry" : `${twice.length} retries`} wrote again what was written: send one unique_id with all attempts`;
      return { passed: false, message, evidence: twice, found };
    }
    const spared = luckIn(card);
    if (spared !== undefined) return { passed: false, message: spared };
    if (quiet === undefined || left === undefined) return unknown;
    const { more } = quiet.departure(left);
    if (more !== "") return { passed: false, message: more };
    return { passed: true, message: "no record more often than without faults" };
  },
  allRead: ({ allRead = "*" }, { quiet, walks, exitCode }) => {
    if (quiet === undefined || walks === undefined) return unknown;
    const isMeant = ([operation]: [string, number]) => allRead === "*" || operation === allRead;
    const usual = [...quiet.walks].filter(isMeant);
    if (usual.length === 0)
      return unmet("without faults, too, the client reads no list to its end");
    const short = usual.find(([operation, count]) => (walks.get(operation) ?? 0) < count);
    const left = gaveUp(exitCode);
    if (left !== undefined) return left;
    if (short === undefined) return { passed: true, message: "every list to its end" };
    const [operation, count] = short;
    const message = `${operation}: read to its end ${walks.get(operation) ?? 0} times, ${count} without faults`;
    return { passed: false, message };
  },
  unbroken: ({ unbroken = [] }, { card, received }) => {
    if (card === undefined) return { passed: false, message: "the requests were not graded" };
    const asked = card.rules.filter(({ rule }) => unbroken.includes(rule));
    const broken = asked.filter(({ verdict }) => verdict === "fail");
    const said = broken.map(({ rule, message }) => `${rule}: ${message}`).join("; ");
    const shown = new Set(broken.flatMap(({ evidence }) => evidence[0]?.exchanges ?? []));
    const evidence = received.map(({ entry }) => entry).filter(({ id }) => shown.has(id));
    if (broken.length > 0) return { passed: false, message: said, evidence };
    const met = asked.filter(({ verdict }) => verdict !== "not exercised");
    if (met.length === 0) return unmet(asked.map(({ rule }) => `nothing for ${rule}`).join(", "));
    return {
      passed: true,
      message: asked.map(({ rule, verdict }) => `${rule}: ${verdict}`).join(", "),
    };
  },
};
