import { operation, operationsOf, theFirst } from "../act.ts";
import { count, type Infer, list, literal, object, string, whether } from "../../contract/shape.ts";
import { type Fixture, fixtureShape } from "../../seeding/fixture/shape.ts";
import { type Emulation, resettable } from "../../emulation/emulation.ts";
import { accountNamed, controlBytesMax, type ControlOperation } from "../operation.ts";
import { ControlError } from "../../emulation/problem.ts";
import { machine } from "../../world/time/machine-time.ts";
import { inTurns } from "../../world/time/slices.ts";
import type { WrittenAccount } from "../../seeding/fixture/read.ts";
import { textOfPath } from "../../world/read-shape.ts";
import { portableActs, resets } from "../acts/state.ts";
import type { Exported } from "../../emulation/export.ts";
import type { Imported } from "../../emulation/import.ts";

const addedShape = object({
  added: list(
    object({
      companyId: string(),
      profiles: count("How many came, generated ones too."),
      events: count("How many came, generated ones too."),
    }),
  ),
});

export type Added = Infer<typeof addedShape>["added"][number];

/** Adds a fixture document, all or nothing. @param of the only account for it @throws ControlError with its path */
export async function seedDocument(emulation: Emulation, document: Fixture, of?: string) {
  const [{ addSeed }, { accountsOf }, { valueSource, DocumentError }, { FixtureError }] =
    await Promise.all([
      import("../../emulation/add-seed.ts"),
      import("../../seeding/fixture/read.ts"),
      import("../../seeding/fixture/value-source.ts"),
      import("../../seeding/fixture/error.ts"),
    ]);
  try {
    const source = await inTurns(valueSource(document), machine.now);
    const written = await accountsOf(source);
    const own = of === undefined ? written : written.map((part) => ofOne(part, of));
    const added = await addSeed(emulation, own);
    tellChanged(emulation, "seeded", of);
    return added;
  } catch (error) {
    if (error instanceof DocumentError) {
      const { what, path, nearest } = error;
      throw new ControlError(what, path, { nearest });
    }
    if (error instanceof FixtureError) throw new ControlError(error.message);
    throw error;
  }
}

/** What is for one account alone. @throws ControlError for what is for another, or for all */
function ofOne(part: WrittenAccount, of: string): WrittenAccount {
  const { company_id, apps, faults } = part.written;
  const at = (name: string) => textOfPath(part.place.at(name).path);
  accountNamed(of, company_id, at("company_id"));
  if (apps != null) throw new ControlError("apps are the whole emulator's", at("apps"));
  const own = faults?.map((fault, index) => {
    accountNamed(of, fault.match?.account, `${at("faults")}[${index}].match.account`);
    return { ...fault, match: { ...fault.match, account: of } };
  });
  return { ...part, written: { ...part.written, company_id: of, ...(own && { faults: own }) } };
}

export const seedOperations: readonly ControlOperation[] = [
  operation("POST /_emulator/seed", {
    does: "adds a fixture, as JSON, to the present state, all or nothing; a reset takes it away again",
    body: fixtureShape,
    readsBody: true,
    bytesMax: controlBytesMax,
    answer: addedShape,
    account: theFirst,
    run: async ({ emulation, account, body }) => ({
      added: await seedDocument(emulation, body as Fixture, account),
    }),
  }),
];

/** Files are read and written only when somebody asks for it. */
const load = () =>
  Promise.all([import("../../emulation/export.ts"), import("../../emulation/import.ts")]);

export async function exportTo(emulation: Emulation, folder: string): Promise<Exported> {
  // Before anything is waited for: what is written is the state of now.
  const { world, version } = emulation;
  const present = { snapshot: world.snapshot(), exported: world.clock.now(), version };
  const [{ exportState }] = await load();
  return exportState(present, folder);
}

export async function importFrom(emulation: Emulation, folder: string): Promise<Imported> {
  const [, { importState }] = await load();
  const imported = await importState(emulation, folder);
  tellChanged(emulation, "imported");
  return imported;
}

const tellChanged = ({ world }: Emulation, what: "seeded" | "imported", account?: string) =>
  world.notices.tell({ of: "reset", what, only: null, account: account ?? null });

export const portableOperations = operationsOf(portableActs, {
  export: ({ emulation, body }) => exportTo(emulation, body.folder),
  import: ({ emulation, body }) => importFrom(emulation, body.folder),
});

const resetShape = object({
  "only?": list(literal(...resettable), { min: 1 }),
  "all?": whether("The named snapshots go too."),
});

export const resetOperations = operationsOf(resets.acts, {
  reset: {
    body: resetShape,
    run: ({ emulation, account, body }) => {
      const { only, all } = body as Infer<typeof resetShape>;
      if (all && only !== undefined) throw new ControlError("either only or all", "only");
      if (all && account !== undefined) throw new ControlError("goes not with one account", "all");
      if (account !== undefined) emulation.resetAccount(account, only);
      else if (all) emulation.resetAll();
      else emulation.reset(only);
      return { reset: true };
    },
  },
});
