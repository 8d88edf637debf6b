import type { Added } from "../seeding/add.ts";
import { FixtureError } from "../seeding/fixture-error.ts";
import { readFixture } from "../seeding/read-fixture.ts";
import { callControl, type ControlValues } from "./control-client.ts";
import { Failure } from "./failure.ts";
import { print } from "./print.ts";

/** `service-emulator seed FILE…`: adds fixtures to a running emulator, all or nothing. */
export async function seed(files: readonly string[], values: ControlValues): Promise<void> {
  const accounts = [];
  try {
    for (const file of files) {
      for (const { written, bulk } of await readFixture(file)) {
        const { profiles_from: _, events_from: __, ...said } = written;
        const [people, happened] = [bulk.profiles, bulk.events].map((sources) =>
          sources.flatMap(({ items }) => items as readonly object[]),
        );
        const profiles = [...(said.profiles ?? []), ...(people ?? [])];
        const events = [...(said.events ?? []), ...(happened ?? [])];
        accounts.push({ ...said, profiles, events });
      }
    }
  } catch (error) {
    throw error instanceof FixtureError ? new Failure(error.message, 2) : error;
  }
  const seeded = await callControl<{ added: Added[] }>(values, "POST", "seed", { accounts });
  print(values.json, seeded, ({ added }) =>
    added
      .map((each) => `${each.companyId}: ${each.profiles} profiles and ${each.events} events more.`)
      .join("\n"),
  );
}
