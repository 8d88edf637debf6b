import { counted } from "../../report/figures.ts";
import { AmountError, amountsOf, moreAmountsOf } from "../../seeding/generate/amounts.ts";
import { generatedDocument } from "../../seeding/generate/generated.ts";
import { writeFixture } from "../../seeding/fixture/document.ts";
import { progressOf } from "../process/boot.ts";
import { failureOfInput } from "../options/input-failure.ts";
import { Failure, shellWord, print, tell } from "../terminal/terminal.ts";
import { importPages } from "../../seeding/generate/import.ts";

type Amounts = "profiles" | "events" | "objects" | "templates" | "images";

interface GenerateValues extends Readonly<Partial<Record<Amounts, number>>>, ImportValues {
  readonly webhook?: string;
  readonly seed: number;
}

export async function generate(values: GenerateValues): Promise<void> {
  const amounts = amountsOf(values.profiles, values.events);
  if (amounts === undefined) throw new Failure("generate needs --profiles or --events", 2);
  const more = moreAmountsOf(amounts, values);
  try {
    const { webhook, seed, output, force } = values;
    const asked = { ...more, webhook };
    const document = await generatedDocument(amounts, asked, seed, progressOf(values));
    const file = await writeFixture(document, output, force);
    const made = { ...amounts, ...more, webhooks: webhook === undefined ? 0 : 1 };
    const text = `${madeText(made)} are in ${output}: start with --fixtures ${shellWord(file)}`;
    print(values.json, { file, ...made }, () => text);
  } catch (error) {
    if (error instanceof AmountError) throw new Failure(`--${error.option}: ${error.message}`, 2);
    throw failureOfInput(error);
  }
}

/** `6 profiles, 80 events and 1 object`: people and events always, of the rest what there is. */
function madeText({ profiles, events, ...more }: Readonly<Record<string, number>>): string {
  const rest = Object.entries(more).filter(([, count]) => count > 0);
  const all = [["profiles", profiles ?? 0], ["events", events ?? 0], ...rest] as const;
  const texts = all.map(([name, count]) => counted(Number(count), String(name).slice(0, -1)));
  return `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

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
    const made = `${found.profiles} profiles and ${found.events} events`;
    const text = `${made}: start with --fixtures ${shellWord(file)}`;
    print(values.json, { file, ...found }, () => text);
  } catch (error) {
    throw failureOfInput(error);
  }
}
