import { wholeApi } from "../../areas/index.ts";
import { coverageOf, type Coverage } from "../../contract/describe.ts";
import { type Guess, guessesOf, loadGuesses, restsOn } from "../../contract/guesses.ts";
import { isQuirkFile } from "../../contract/quirks.ts";
import { columns } from "../../control/act.ts";
import { nearest } from "../../world/nearest.ts";
import type { AccountQuirk } from "../../world/account-quirk.ts";
import { failureOfInput } from "../options/input-failure.ts";
import { colours } from "../terminal/colours.ts";
import { Failure, print, thrownAs } from "../terminal/terminal.ts";
import { tableOf } from "../terminal/table.ts";

const inAll = columns<Coverage>("area", "operations", "WITHOUT A GUESS=known");
const inArea = columns<Guess>("GUESS=says~", "operations~");

export interface TruthValues {
  readonly json?: boolean;
  readonly quirks?: readonly string[];
}

/** `service-emulator truth`: what the service is known to do, and what is guessed, without a running emulator. */
export async function printTruth(
  what: string | undefined,
  { json, quirks: named = [] }: TruthValues,
): Promise<void> {
  const [api, all] = [wholeApi(), await loadGuesses()];
  const quirks = await quirksIn(named);
  if (what === undefined) {
    const areas = coverageOf(api, all);
    print(json, { areas, guesses: all, quirks }, () => {
      const next = "truth AREA and truth OPERATION print them";
      const guessed = colours.dim(`${all.length} guesses: ${next}.`);
      return [tableOf(inAll, areas), guessed, ...quirksText(quirks)].join("\n\n");
    });
    return;
  }
  const rows = [...api.operations.values()];
  const ids = rows.filter(({ id, area }) => id === what || area === what).map(({ id }) => id);
  if (ids.length === 0) {
    const near = nearest(what, [...rows.map(({ id }) => id), ...rows.map(({ area }) => area)]);
    const advice = near === undefined ? "routes lists them" : `did you mean ${near}?`;
    throw new Failure(`no operation and no area '${what}'; ${advice}`, 2);
  }
  const guesses = all.flatMap(({ says, operations }) => {
    const own = operations.filter((id) => ids.includes(id));
    return own.length === 0 ? [] : [{ says, operations: own }];
  });
  const general = guessesOf(all, "*");
  const own = quirks.filter(({ operation }) => ids.includes(operation));
  print(json, { guesses, general, quirks: own }, () =>
    [
      restsOn(what, guesses.length),
      ...(guesses.length === 0
        ? []
        : [ids[0] === what ? listOf(guesses) : tableOf(inArea, guesses)]),
      `All operations rest on these:\n${listOf(general)}`,
      ...quirksText(own),
    ].join("\n\n"),
  );
}

const listOf = (guesses: readonly Guess[]): string =>
  guesses.map(({ says }) => `- ${says}`).join("\n");

/** A quirk that is asked for: a mistake of the service's, or what it does otherwise for an account. */
interface Said {
  readonly operation: string;
  readonly says: string;
}

async function quirksIn(named: readonly string[]): Promise<readonly Said[]> {
  const api = wholeApi();
  const own = [...api.quirks].flatMap(([operation, each]) =>
    each
      .filter(({ name }) => named.includes(name))
      .map(({ name }) => ({ operation, says: `the quirk ${name}` })),
  );
  const files = named.filter(isQuirkFile);
  if (files.length === 0) return own;
  const { readQuirks } = await import("../../seeding/quirk-file.ts");
  const found = await readQuirks(files, api).catch(thrownAs(failureOfInput));
  const account = [...found.values()].flat();
  return [...own, ...account.map((each) => ({ operation: each.operation, says: saysOf(each) }))];
}

/** A quirk without a sentence of its own shows what it does. */
const saysOf = ({ says, ...quirk }: AccountQuirk): string => says ?? JSON.stringify(quirk);

const quirksText = (quirks: readonly Said[]): string[] =>
  quirks.length === 0
    ? []
    : [`Quirks:\n${quirks.map(({ operation, says }) => `- ${operation}: ${says}`).join("\n")}`];
