import { described, type Infer, integer, list, object, string } from "../contract/shape.ts";
import { type Fixture, fixtureShape } from "../seeding/fixture-shape.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { ControlOperation } from "./operation.ts";
import { ControlError } from "../emulation/problem.ts";
import { controlBytesMax } from "./operation.ts";

const addedShape = object({
  added: list(
    object({
      companyId: string(),
      profiles: described(integer({ min: 0 }), "How many came, generated ones too."),
      events: described(integer({ min: 0 }), "How many came, generated ones too."),
    }),
  ),
});

/** What came to one account. */
export type Added = Infer<typeof addedShape>["added"][number];

/**
 * Adds a fixture document to the present state, all or nothing. A reset takes it away again.
 *
 * @param document what a fixture file holds; without a company id, it is the first account's
 * @throws ControlError for the first thing that is wrong, with its path in the document
 */
export async function seedDocument(
  emulation: Emulation,
  document: Fixture,
): Promise<readonly Added[]> {
  const [{ addSeed }, { accountsOf }, { ValueSource, DocumentError }, { FixtureError }] =
    await Promise.all([
      import("../seeding/add.ts"),
      import("../seeding/read-fixture.ts"),
      import("../seeding/value-source.ts"),
      import("../seeding/fixture-error.ts"),
    ]);
  try {
    const written = await accountsOf(new ValueSource(document));
    const added = await addSeed(() => emulation.world, written, emulation.seed);
    const notice = { of: "reset", what: "seeded", only: null, account: null } as const;
    emulation.world.notices.tell(notice);
    return added;
  } catch (error) {
    if (error instanceof DocumentError) throw new ControlError(error.what, error.path);
    if (error instanceof FixtureError) throw new ControlError(error.message);
    throw error;
  }
}

export const seedOperations: readonly ControlOperation[] = [
  {
    method: "POST",
    path: "/_emulator/seed",
    does: "adds a fixture, as JSON, to the present state, all or nothing; a reset takes it away again",
    body: fixtureShape,
    bytesMax: controlBytesMax,
    answer: addedShape,
    run: async ({ emulation, body }) => ({ added: await seedDocument(emulation, body as Fixture) }),
  },
];
