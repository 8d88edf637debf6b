import { type Change, changesFor, type Call } from "../control/upgrade.ts";
import type { Revision } from "../contract/revisions.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { failed } from "../report/calls/attempt.ts";
import { counted } from "../report/figures.ts";
import type { Observation, Run } from "./observation.ts";
import { missingLines } from "./output.ts";
import { differenceText } from "./printed/words.ts";
import { notesOf, requireGood, usualOf } from "./reference.ts";

/** What of a client changes with another revision. */
export interface Upgraded {
  /** The revisions of its requests, and the other one. */
  readonly from: readonly string[];
  readonly to: string;
  /** How many of its requests succeed. */
  readonly calls: number;
  readonly changes: readonly Change[];
  /** How a run ends otherwise at the other revision, a sentence each; null: it was not run. */
  readonly proof: readonly string[] | null;
  readonly notes: readonly string[];
}

/** Whether a client can go to the other revision as it is. */
export const upgrades = ({ changes, proof }: Upgraded): boolean =>
  !changes.some(({ breaks }) => breaks) && (proof ?? []).length === 0;

/** What is known of a client from its requests alone. */
export function upgradedOf(
  { api }: Pick<Emulation, "api">,
  requests: readonly Call[],
  to: Revision,
): Upgraded {
  const calls = requests.filter(({ status, lostStatus }) => (status ?? lostStatus ?? 400) < 300);
  const from = [...new Set(calls.flatMap(({ revision }) => revision ?? []))].toSorted();
  const changes = changesFor(api, calls, to);
  return { from, to, calls: calls.length, changes, proof: null, notes: [] };
}

/**
 * Runs a client twice at its own revision, and then where each older revision is served as the other one.
 *
 * @param emulation is left so: it is good for nothing else
 * @param seen the requests of the first run, once it has ended
 */
export async function upgradeBy(
  emulation: Emulation,
  { run, notes }: { readonly run: Run; readonly notes: readonly string[] },
  seen: () => readonly Call[],
  to: Revision,
): Promise<Upgraded> {
  const one = await run([], "never");
  requireGood(one);
  const two = await run([], "never");
  requireGood(two);
  const usual = usualOf(one, two);
  const upgraded = upgradedOf(emulation, seen(), to);
  const { revisions, clock } = emulation.world;
  for (const name of revisions.names().filter((each) => each < to))
    revisions.change(name, { status: "retired", whenRetired: "forward" }, clock.now());
  const other = await run([], "never");
  const difference = usual.differenceTo(other);
  const missing = missingLines(usual.lines, other.output);
  const proof = [
    ...rejectedIn(other, new Set(one.attempts.filter(failed).map(({ about }) => about))),
    ...(other.isKilled ? ["the command does not end in time"] : []),
    ...(other.exitCode === 0 ? [] : [`the command ends with exit code ${other.exitCode}`]),
    ...(missing.length === 0
      ? []
      : [
          `it does not print "${missing[0]}"${missing.length > 1 ? `, and ${counted(missing.length - 1, "line")} more` : ""}`,
        ]),
    ...(difference.length === 0 ? [] : [differenceText(difference)]),
  ];
  return {
    ...upgraded,
    proof,
    notes: [...notes, ...notesOf(usual.leftOut, usual.lines, one, two)],
  };
}

/** The requests that fail, and did not before. */
function rejectedIn({ attempts }: Observation, before: ReadonlySet<string>): string[] {
  const found = attempts.filter((each) => failed(each) && !before.has(each.about));
  return [...new Set(found.map(({ about, status }) => `${about} is answered with ${status}`))];
}
