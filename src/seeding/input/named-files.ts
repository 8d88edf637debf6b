import { dirname, join } from "node:path";
import { readInput } from "./input-file.ts";
import { fixtureFiles } from "../load.ts";
import { fileBytesMax } from "../fixture/read.ts";
import { Source } from "../fixture/source.ts";

/** Where fixtures are that are files of the user's, and the files that they name, there or not. */
export async function filesOf(fixtures: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const file of fixtureFiles(fixtures)) {
    found.add(file);
    for (const name of await namedIn(file)) found.add(join(dirname(file), name));
  }
  return [...found];
}

/** The bulk files of a fixture; none of one that cannot be read. */
async function namedIn(file: string): Promise<string[]> {
  try {
    const text = (await readInput(file, fileBytesMax)).toString();
    const { value } = await Source.parse(text, file, "an account");
    const { accounts = [value] } = value as { readonly accounts?: readonly unknown[] };
    return accounts.flatMap((account) => {
      const { profiles_from = [], events_from = [] } = account as Readonly<Record<string, unknown>>;
      return [profiles_from, events_from].flat().filter((name) => typeof name === "string");
    });
  } catch {
    // Whoever reads it to plant it says what is wrong.
    return [];
  }
}
