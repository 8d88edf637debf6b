import type { Patchable } from "../world/faults/response-patch.ts";
import type { AccountQuirk, AccountQuirks } from "../world/account-quirk.ts";
import { accountQuirksShape, requireQuirk } from "../world/account-quirk.ts";
import { PlanError } from "../world/faults/kind.ts";
import { type Path, shapeProblem, type ShapeProblem } from "../world/read-shape.ts";
import { readFixtureFile } from "./input/input-file.ts";
import { Source } from "./fixture/source.ts";
import { writtenHere } from "./output-file.ts";

const quirkBytesMax = 10_000_000;

/** Reads files with quirks of an account. @throws FixtureError for the first thing that is wrong, with its line */
export async function readQuirks(
  files: readonly string[],
  patchable: Patchable,
): Promise<AccountQuirks> {
  const all = new Map<string, AccountQuirk[]>();
  for (const file of files) {
    for (const each of await quirksIn(file, patchable))
      all.set(each.operation, [...(all.get(each.operation) ?? []), each]);
  }
  return all;
}

async function quirksIn(file: string, patchable: Patchable): Promise<readonly AccountQuirk[]> {
  const bytes = await readFixtureFile(file, quirkBytesMax);
  const source = await Source.parse(bytes.toString(), file, "quirks: [...]");
  const fail = (path: Path, { message, nearest }: Pick<ShapeProblem, "message" | "nearest">) =>
    source.error(path, nearest === undefined ? message : `${message}; did you mean ${nearest}?`);
  const problem = shapeProblem(accountQuirksShape, source.value);
  if (problem !== undefined) throw fail(problem.path, problem);
  const { quirks } = source.value as { readonly quirks: readonly AccountQuirk[] };
  for (const [index, quirk] of quirks.entries()) {
    try {
      requireQuirk(quirk, patchable);
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      const steps = error.path === "" ? [] : error.path.split(".");
      throw fail(["quirks", index, ...steps], error);
    }
  }
  return quirks;
}

export async function quirksText(quirks: readonly AccountQuirk[]): Promise<string> {
  const { stringify } = await import("yaml");
  return writtenHere + stringify({ quirks }, { lineWidth: 120 });
}
