import { wholeApi } from "../../areas/index.ts";
import { type Coverage, coverageOf, type Description } from "../../contract/describe.ts";
import { type Guess, guessesOf, loadGuesses, restsOn } from "../../contract/guesses.ts";
import { openApiOf } from "../../contract/openapi/document.ts";
import { isQuirkFile } from "../../contract/quirks.ts";
import { newestRevision } from "../../contract/revisions.ts";
import { viewOperations } from "../../control/about.ts";
import { columns } from "../../control/act.ts";
import { controlDocument } from "../../control/document.ts";
import { controlOperations } from "../../control/operations.ts";
import { scenarioOperations } from "../../scenarios/operations.ts";
import type { AccountQuirk } from "../../world/account-quirk.ts";
import { nearest } from "../../world/name-match.ts";
import { atOnce } from "../../world/time/slices.ts";
import type { Asked } from "../options/configure.ts";
import { failureOfInput } from "../options/input-failure.ts";
import { readRevision } from "../options/revision.ts";
import { colours } from "../terminal/colours.ts";
import { tableOf } from "../terminal/table.ts";
import { Failure, print, thrownAs, writeOut } from "../terminal/terminal.ts";

const routes = columns<Description>(
  ...(["method", "path~", "OPERATION=id~"] as const),
  { head: "LIMITS", cell: limitsOf, optional: true },
  { head: "REVISIONS", cell: livesOf, optional: true },
  // Any of them will do; those joined by `+` go together.
  {
    head: "SCOPES",
    cell: ({ scopes }) => scopes.map((set) => set.join(" + ")).join(" or "),
    optional: true,
  },
);

/** `service-emulator routes`: the contract, without a running emulator. */
export function printRoutes({ area, json }: { area?: string; json?: boolean }): void {
  const all = viewOperations(wholeApi());
  const areas = new Set(all.map((each) => each.area));
  if (area !== undefined && !areas.has(area)) {
    const advice = meantOr(area, areas, `they are ${[...areas].join(", ")}`);
    throw new Failure(`--area: no area '${area}'; ${advice}`, 2);
  }
  const operations = all.filter((each) => area === undefined || each.area === area);
  print(json, { operations }, () => `${tableOf(routes, operations)}\n\n${notesOf(operations)}`);
}

function meantOr(word: string, known: Iterable<string>, other: string): string {
  const near = nearest(word, known);
  return near === undefined ? other : `did you mean ${near}?`;
}

function notesOf(operations: readonly Description[]): string {
  const { length } = operations;
  const notes = operations.flatMap(({ id, note }) => (note === null ? [] : [`${id}: ${note}`]));
  const count = `${length} ${length === 1 ? "operation" : "operations"}.`;
  return [colours.dim(count), ...notes].join("\n");
}

function limitsOf({ tier, limits: { burst, steady, day } }: Description): string {
  const windows = `${burst}/s ${steady}/min${day === undefined ? "" : ` ${day}/day`}`;
  return `${(tier ?? "").padEnd(2)} ${windows}`;
}

function livesOf({ since, until }: Description): string {
  if (until === null) return since === null ? "" : `from ${since}`;
  return since === null ? `before ${until}` : `${since} to ${until}`;
}

const inAll = columns<Coverage>("area", "operations", "WITHOUT A GUESS=known");
const inArea = columns<Guess>("GUESS=says~", "operations~");

export type TruthValues = { readonly json?: boolean; readonly quirks?: readonly string[] };

/** `service-emulator truth`: what the service is known to do, and what is guessed, without a running emulator. */
export async function printTruth({ words: what, values }: Asked<TruthValues, string | undefined>) {
  const { json, quirks: named = [] } = values;
  const [api, all] = [wholeApi(), await loadGuesses()];
  const quirks = await quirksIn(named);
  if (what === undefined) {
    const areas = coverageOf(api, all);
    const next = "truth AREA and truth OPERATION print them";
    return print(json, { areas, guesses: all, quirks }, () => {
      const guessed = colours.dim(`${all.length} guesses: ${next}.`);
      return [tableOf(inAll, areas), guessed, ...quirksText(quirks)].join("\n\n");
    });
  }
  const rows = [...api.operations.values()];
  const ids = rows.filter(({ id, area }) => id === what || area === what).map(({ id }) => id);
  if (ids.length === 0) {
    const known = [...rows.map(({ id }) => id), ...rows.map(({ area }) => area)];
    const advice = meantOr(what, known, "routes lists them");
    throw new Failure(`no operation and no area '${what}'; ${advice}`, 2);
  }
  const guesses = all.flatMap(({ says, operations }) => {
    const own = operations.filter((id) => ids.includes(id));
    return own.length === 0 ? [] : [{ says, operations: own }];
  });
  const general = guessesOf(all, "*");
  const own = quirks.filter(({ operation }) => ids.includes(operation));
  const guessed = () => (ids[0] === what ? listOf(guesses) : tableOf(inArea, guesses));
  print(json, { guesses, general, quirks: own }, () =>
    [
      restsOn(what, guesses.length),
      ...(guesses.length === 0 ? [] : [guessed()]),
      `All operations rest on these:\n${listOf(general)}`,
      ...quirksText(own),
    ].join("\n\n"),
  );
}

const listOf = (guesses: readonly Guess[]): string =>
  guesses.map(({ says }) => `- ${says}`).join("\n");

/** A quirk that is asked for: a mistake of the service's, or what it does otherwise for an account. */
type Said = { readonly operation: string; readonly says: string };

async function quirksIn(named: readonly string[]): Promise<readonly Said[]> {
  const api = wholeApi();
  const own = [...api.quirks].flatMap(([operation, each]) =>
    each
      .filter(({ name }) => named.includes(name))
      .map(({ name }) => ({ operation, says: `the quirk ${name}` })),
  );
  const files = named.filter(isQuirkFile);
  if (files.length === 0) return own;
  const { readQuirks } = await import("../../seeding/fixture/quirk-file.ts");
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

interface OpenApiValues {
  readonly revision?: string;
  readonly control?: boolean;
  readonly url: string;
}

/** `service-emulator openapi`: the documents, without a running emulator. */
export function printOpenApi({ revision, control, url }: OpenApiValues): void {
  if (control && revision !== undefined)
    throw new Failure("--revision: the control API has none", 2);
  // Of scenarios, only what their lines say is looked at: none is there.
  const own = [...controlOperations, ...scenarioOperations(undefined as never)];
  const at = revision === undefined ? newestRevision : readRevision(revision);
  const document = control
    ? atOnce(controlDocument(own, url))
    : atOnce(openApiOf(wholeApi(), { revision: at, url }));
  writeOut(`${JSON.stringify(document, null, 2)}\n`);
}
