import { type Change, changesFor, type Call } from "../control/upgrade.ts";
import type { Revision } from "../contract/revisions.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { failed } from "../report/calls/attempt.ts";
import { counted } from "../report/figures.ts";
import type { Run } from "./observation.ts";
import { missingLines } from "./output.ts";
import { differenceText } from "./printed/words.ts";
import { notesOf, requireGood, usualOf } from "./reference.ts";

export interface Upgraded {
  readonly from: readonly string[];
  readonly to: string;
  readonly calls: number;
  readonly changes: readonly Change[];
  /** How a run ends otherwise at the other revision, a sentence each; null: it was not run. */
  readonly proof: readonly string[] | null;
  readonly notes: readonly string[];
}

export const upgrades = ({ changes, proof }: Upgraded): boolean =>
  !changes.some(({ breaks }) => breaks) && (proof ?? []).length === 0;

type Served = Pick<Emulation, "api">;

export function upgradedOf({ api }: Served, requests: readonly Call[], to: Revision): Upgraded {
  const calls = requests.filter(({ status, lostStatus }) => (status ?? lostStatus ?? 400) < 300);
  const from = [...new Set(calls.flatMap(({ revision }) => revision ?? []))].toSorted();
  const changes = changesFor(api, calls, to);
  return { from, to, calls: calls.length, changes, proof: null, notes: [] };
}

/** Runs a client at its own revision, and where each older one is served as the other. @param emulation is spent then */
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
  const { lines, leftOut, differenceTo } = usualOf(one, two);
  const upgraded = upgradedOf(emulation, seen(), to);
  const { revisions, clock } = emulation.world;
  for (const name of revisions.names().filter((each) => each < to))
    revisions.change(name, { status: "retired", whenRetired: "forward" }, clock.now());
  const other = await run([], "never");
  const before = new Set(one.attempts.filter(failed).map(({ about }) => about));
  const rejected = other.attempts.filter((each) => failed(each) && !before.has(each.about));
  const difference = differenceTo(other);
  const [missing, ...others] = missingLines(lines, other.output);
  const more = others.length > 0 ? `, and ${counted(others.length, "line")} more` : "";
  const proof = [
    ...new Set(rejected.map(({ about, status }) => `${about} is answered with ${status}`)),
    ...(other.isKilled ? ["the command does not end in time"] : []),
    ...(other.exitCode === 0 ? [] : [`the command ends with exit code ${other.exitCode}`]),
    ...(missing === undefined ? [] : [`it does not print "${missing}"${more}`]),
    ...(difference.length === 0 ? [] : [differenceText(difference)]),
  ];
  return { ...upgraded, proof, notes: [...notes, ...notesOf(leftOut, lines, one, two)] };
}
