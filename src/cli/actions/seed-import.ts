import { importPages } from "../../seeding/generate/import.ts";
import { writeFixture } from "../../seeding/fixture/write.ts";
import { failureOfInput } from "../options/input-failure.ts";
import { tell, shellWord, print } from "../terminal/terminal.ts";

interface ImportValues {
  readonly output: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** `service-emulator seed import PAGES…`: saved answers of an account become a fixture. */
export async function seedImport(files: readonly string[], values: ImportValues): Promise<void> {
  try {
    const { document, ...found } = await importPages(files);
    const file = await writeFixture(document, values.output, values.force);
    if (!values.json) for (const note of found.notes) tell(note);
    print(
      values.json,
      { file, ...found },
      ({ profiles, events }) =>
        `${profiles} profiles and ${events} events: start with --fixtures ${shellWord(file)}`,
    );
  } catch (error) {
    throw failureOfInput(error);
  }
}
