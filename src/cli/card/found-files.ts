import { cpSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { foundFiles, foundPage } from "../../explore/printed/found-page.ts";
import { MergeError, readFound } from "../../explore/merge.ts";
import { emptiness } from "../../explore/printed/found-words.ts";
import type { Defect, Found } from "../../explore/result-shape.ts";
import { exploredAgain, replayOf, scenarioOf, type Settings } from "../../explore/scenario.ts";
import { languageOf, testIn } from "../../explore/printed/tests.ts";
import type { TestLanguage } from "../../explore/names.ts";
import { InputError, readInputSync } from "../../seeding/input/input-file.ts";
import { makeFolders, overwriteProblem } from "../../seeding/output-file.ts";
import { filesOf } from "../../seeding/fixture/read.ts";
import { shippedSeeds } from "../../seeding/shipped.ts";
import { textOf } from "../../seeding/fixture/document.ts";
import { Failure, shellWord } from "../terminal/terminal.ts";
import { writeText } from "./written-file.ts";
import { pageText } from "./page-text.ts";

/** How the command was explored: what a scenario that shows a defect again needs. */
export interface Explored extends Settings {
  readonly command: readonly string[];
  readonly timeout: string;
  readonly check?: string;
  readonly testLanguage?: TestLanguage;
  /** Its options that no scenario can say, as they are typed. */
  readonly carried: string;
}

/** The log of what was tried, in an output folder. */
export const triedName = "tried.jsonl";

const bytesMax = 200_000_000;

/** The file with the result: of an output folder, its explore.json. */
export const foundFileOf = (path: string): string =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, "explore.json") : path;

/** Reads what an exploration wrote down. @throws Failure with the file for what is none */
export function readFoundFile(file: string): Found {
  try {
    return readFound(readInputSync(file, bytesMax).toString());
  } catch (error) {
    if (!(error instanceof MergeError || error instanceof InputError)) throw error;
    throw new Failure(`${file}: ${error.message}`, 2);
  }
}

/** Makes a folder ready for results. @throws Failure where there cannot be one, and for one that holds something else */
export function prepareFolder(folder: string, force = false): string {
  const path = resolve(folder);
  let names: string[];
  try {
    makeFolders(path);
    names = readdirSync(path).filter((name) => !name.startsWith("."));
  } catch (error) {
    const { message } = error as Error;
    throw new Failure(`--output ${folder}: no folder can be made there: ${message}`, 2);
  }
  const [first] = names;
  if (force || first === undefined || isOfExploration(path, names)) return path;
  const what = `holds something else (${first}): give a new folder, or add --force`;
  throw new Failure(`--output ${folder} ${what}`, 2);
}

/** By what each exploration writes, whatever else lies beside it. */
function isOfExploration(folder: string, names: readonly string[]): boolean {
  const known = [triedName, ...Object.keys(foundFiles)].filter((name) => names.includes(name));
  return known.length > 0 && known.every((name) => !overwriteProblem(join(folder, name)));
}

/** Writes a scenario for each defect, and all formats. @returns what was found, with the names of the scenarios */
export async function writeFound(folder: string, found: Found, how: Explored): Promise<Found> {
  const fixtures: string[] = [];
  if (found.defects.length > 0) {
    for (const name of how.fixtures) fixtures.push(await broughtTo(folder, name));
  }
  const settings = { ...how, fixtures };
  const language = how.testLanguage ?? languageOf(how.command);
  const typed = how.command.map(shellWord).join(" ");
  const written = async (defect: Defect): Promise<Defect> => {
    const scenario = scenarioOf(defect, settings);
    if (scenario === undefined)
      return { ...defect, command: exploredAgain(defect, optionsText(how), typed) ?? null };
    const file = `${defect.name}.yaml`;
    const path = how.carried + shellWord(relative(process.cwd(), join(folder, file)) || file);
    const command = replayOf(defect, path, typed, how.timeout);
    writeText(join(folder, file), comment(command) + (await textOf(scenario, ".yaml")));
    return { ...defect, scenario: file, command };
  };
  const defects: Defect[] = [];
  for (const each of found.defects) {
    const defect = await written(each);
    defects.push({ ...defect, test: testIn(language, defect) });
  }
  const whole = { ...found, defects };
  writeFormats(folder, whole);
  return whole;
}

export function writeFormats(folder: string, found: Found): void {
  for (const [name, write] of Object.entries(foundFiles))
    writeText(join(folder, name), write(found));
}

/** A shipped fixture by its name; a file of the user's is brought into the folder, with the files that it names. */
export async function broughtTo(folder: string, name: string): Promise<string> {
  if (shipped.includes(name)) return name;
  const files = await filesOf([name]);
  const [first = name] = files;
  for (const file of files) {
    const target = join(folder, relative(dirname(first), file));
    if (resolve(target) !== resolve(file)) cpSync(file, target);
  }
  return basename(first);
}

const optionsText = ({ fixtures, seed, check, carried }: Explored): string =>
  [
    ...fixtures.map((name) => ` --fixtures ${shellWord(name)}`),
    ...(seed === 1 ? [] : [` --seed ${seed}`]),
    ...(check === undefined ? [] : [` --check ${shellWord(check)}`]),
    carried === "" ? "" : ` ${carried.trimEnd()}`,
  ].join("");

const shipped: readonly string[] = shippedSeeds;

/** A command in one line, which can be pasted: an argument may have several, as bash and zsh write them. */
function comment(text: string): string {
  const escaped = (word: string) =>
    word.replaceAll("\\", String.raw`\\`).replaceAll("\n", String.raw`\n`);
  return `# ${text.replaceAll(/'[^']*\n[^']*'/g, (word) => `$${escaped(word)}`)}\n`;
}

/** No defect in nothing would look as good as no defect. @throws Failure */
export function requireTried(found: Found): void {
  const why = emptiness(found);
  if (why !== undefined) throw new Failure(why, 2);
}

export const foundText = (found: Found, width: number | undefined): string =>
  pageText(foundPage(found), width);
