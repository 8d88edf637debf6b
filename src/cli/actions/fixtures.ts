import type { Added } from "../../control/state/transfer.ts";
import { counted } from "../../report/figures.ts";
import { Place } from "../../seeding/fixture/place.ts";
import { readFixture, type WrittenAccount } from "../../seeding/fixture/read.ts";
import { writeFixture } from "../../seeding/fixture/document.ts";
import { AmountError, amountsOf, moreAmountsOf } from "../../seeding/generate/amounts.ts";
import { generatedDocument } from "../../seeding/generate/generated.ts";
import { importPages } from "../../seeding/generate/import.ts";
import { failureOfInput } from "../options/input-failure.ts";
import { progressOf } from "../process/boot.ts";
import { callControl, type ControlValues } from "../process/control-client.ts";
import { Refusal } from "../process/control-refusal.ts";
import { Failure, shellWord, print, tell, thrownAs } from "../terminal/terminal.ts";
import { printable } from "../terminal/texts.ts";

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

type ImportValues = { readonly output: string; readonly force?: boolean; readonly json?: boolean };

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

/** `service-emulator seed FILE…`: adds fixtures to a running emulator, all or nothing. */
export async function seed(files: readonly string[], values: ControlValues): Promise<void> {
  const read: WrittenAccount[] = [];
  try {
    for (const file of files) read.push(...(await readFixture(file)));
  } catch (error) {
    throw failureOfInput(error);
  }
  const body = { accounts: read.map(whole) };
  const asked = callControl<{ added: Added[] }>(values, "POST", "seed", body);
  const seeded = await asked.catch(thrownAs((error) => inFile(read, error)));
  const line = ({ companyId, profiles, events }: Added) =>
    `${companyId}: ${profiles} profiles and ${events} events more.`;
  print(values.json, seeded, ({ added }) => added.map(line).join("\n"));
}

/** What the bulk files hold stands where the account itself would write it. */
function whole({ written, bulk }: WrittenAccount) {
  const { profiles_from: _, events_from: __, ...said } = written;
  const itemsOf = (sources: readonly { readonly items: readonly object[] }[]) =>
    sources.flatMap(({ items }) => items);
  const profiles = [...(said.profiles ?? []), ...itemsOf(bulk.profiles)];
  const events = [...(said.events ?? []), ...itemsOf(bulk.events)];
  return { ...said, profiles, events };
}

/** The emulator names a member of the body; whoever wrote the files looks for a line. */
function inFile(read: readonly WrittenAccount[], error: unknown): unknown {
  const place = error instanceof Refusal ? placeOf(read, error.path) : undefined;
  if (!(error instanceof Refusal) || place === undefined) return error;
  // What is wrong may point at another member of the same body.
  const placed = (path: string) => placeOf(read, path)?.toString() ?? path;
  const what = error.what.replace(/accounts\[\d+\][\w.[\]]*/g, placed);
  return new Failure(printable(place.error(what).message), 2);
}

function placeOf(read: readonly WrittenAccount[], path: string): Place | undefined {
  const [, at, ...steps] = path.split(/[.[\]]+/).filter((step) => step !== "");
  const account = read[Number(at)];
  const [section, index, ...rest] = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  if (account === undefined) return undefined;
  if (section === undefined) return account.place;
  if (index === undefined) return account.place.at(section);
  const bulk = section === "profiles" || section === "events" ? account.bulk[section] : [];
  let left = Number(index) - (account.written[section as "profiles"]?.length ?? 0);
  if (bulk.length === 0 || left < 0) return account.place.at(section, index, ...rest);
  for (const source of bulk) {
    if (left < source.items.length) return new Place(source, [left, ...rest]);
    left -= source.items.length;
  }
  return account.place;
}
