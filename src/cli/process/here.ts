import { relative, sep, isAbsolute } from "node:path";
import { Failure } from "../terminal/terminal.ts";
import { folderProblem, locateAll, type Located } from "./located.ts";

export type Naming = "--url" | "--port";

export const portOf = ({ url }: Located): number => Number(new URL(url).port);

/** The emulator of this folder, or of the nearest above: others are never meant. @throws Failure for several */
export function locateHere(by: Naming): Located | undefined {
  const above = locateAll().filter(({ folder }) => isWithin(process.cwd(), folder));
  const nearest = Math.max(...above.map(({ folder }) => folder.length));
  const here = above.filter(({ folder }) => folder.length === nearest);
  const [only] = here;
  if (here.length <= 1) return only;
  const names = here.map((each) => nameOf(each, by)).join(", ");
  const what = `${here.length} emulators of this folder run`;
  throw new Failure(`${what}: say which with ${by} (${names})`, 2);
}

function isWithin(folder: string, other: string): boolean {
  const way = relative(other, folder);
  return way === "" || (!isAbsolute(way) && way.split(sep)[0] !== "..");
}

/** That none of this folder runs; which others do, and how one of them is named. */
export function noneHere(by: Naming, all: readonly Located[] = locateAll()): string {
  const problem = folderProblem();
  if (problem !== undefined) return `no emulator is known here: ${problem}`;
  const [first] = all;
  if (first === undefined) return "no emulator runs here";
  const others = all.map(({ url, folder }) => `${url} (started in ${folder})`).join(", ");
  return `no emulator of this folder runs; others do: ${others}; name one with ${by} ${nameOf(first, by)}`;
}

export function noneToUse(by: Naming): string {
  const all = locateAll();
  const text = noneHere(by, all);
  if (all.length > 0 || folderProblem() !== undefined) return text;
  const elsewhere = by === "--port" ? "" : ", --url names one elsewhere";
  return `${text}: service-emulator start --detach starts one${elsewhere}`;
}

const nameOf = (located: Located, by: Naming): string =>
  by === "--url" ? located.url : String(portOf(located));
