import { wholeApi } from "../../areas/index.ts";
import { coverageOf, type Coverage } from "../../contract/describe.ts";
import { type Guess, guessesOf, loadGuesses, restsOn } from "../../contract/guesses.ts";
import { columns } from "../../control/act.ts";
import { nearest } from "../../world/nearest.ts";
import { colours } from "../terminal/colours.ts";
import { Failure } from "../terminal/failure.ts";
import { print } from "../terminal/print.ts";
import { tableOf } from "../terminal/table.ts";
import { screenWidth } from "../terminal/terminal.ts";

const inAll = columns<Coverage>("area", "operations", "WITHOUT A GUESS=known");
const inArea = columns<Guess>("GUESS=says~", "operations~");

/** `service-emulator truth`: what the service is known to do, and what is guessed, without a running emulator. */
export async function printTruth(
  what: string | undefined,
  { json }: { readonly json?: boolean },
): Promise<void> {
  const [api, all] = [wholeApi(), await loadGuesses()];
  if (what === undefined) {
    const areas = coverageOf(api, all);
    print(json, { areas, guesses: all }, () => {
      const next = "truth AREA and truth OPERATION print them";
      return `${tableOf(inAll, areas, screenWidth())}\n\n${colours.dim(`${all.length} guesses: ${next}.`)}`;
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
  print(json, { guesses, general }, () =>
    [
      restsOn(what, guesses.length),
      ...(guesses.length === 0
        ? []
        : [ids[0] === what ? listOf(guesses) : tableOf(inArea, guesses, screenWidth())]),
      `All operations rest on these:\n${listOf(general)}`,
    ].join("\n\n"),
  );
}

const listOf = (guesses: readonly Guess[]): string =>
  guesses.map(({ says }) => `- ${says}`).join("\n");
