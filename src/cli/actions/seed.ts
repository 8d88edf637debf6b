import type { Added } from "../../control/state/transfer.ts";
import { Place } from "../../seeding/fixture/place.ts";
import { readFixture, type WrittenAccount } from "../../seeding/fixture/read.ts";
import { callControl, type ControlValues } from "../process/control-client.ts";
import { Refusal } from "../process/control-refusal.ts";
import { failureOfInput } from "../options/input-failure.ts";
import { Failure, print, thrownAs } from "../terminal/terminal.ts";
import { printable } from "../terminal/texts.ts";

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
