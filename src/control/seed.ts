import { open } from "../contract/shape.ts";
import { jsonProblem, textOfPath } from "../world/read-shape.ts";
import type { Added } from "../seeding/add.ts";
import type { Emulation } from "./emulation.ts";
import type { ControlOperation } from "./operation.ts";
import { ControlError } from "./problem.ts";

/**
 * Adds a fixture document to the present state, all or nothing. A reset takes it away again.
 *
 * @param document what a fixture file holds; without a company id, it is the first account's
 * @throws ControlError for the first thing that is wrong
 */
export async function seedDocument(emulation: Emulation, document: unknown): Promise<Added[]> {
  const problem = jsonProblem(document);
  if (problem !== undefined) throw new ControlError(problem.message, textOfPath(problem.path));
  const [{ addSeed }, { readFixtureText }, { FixtureError }] = await Promise.all([
    import("../seeding/add.ts"),
    import("../seeding/read-fixture.ts"),
    import("../seeding/fixture-error.ts"),
  ]);
  try {
    const written = await readFixtureText(JSON.stringify(document), "document");
    return await addSeed(() => emulation.world, written, emulation.seed);
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    // The document has one line.
    throw new ControlError(error.message.replace(/^document(:1)?: /, ""));
  }
}

export const seedOperations: readonly ControlOperation[] = [
  {
    method: "POST",
    path: "/_emulator/seed",
    does: "adds a fixture document, as JSON, to the present state, all or nothing",
    body: open(),
    run: async ({ emulation, body }) => ({ added: await seedDocument(emulation, body) }),
  },
];
