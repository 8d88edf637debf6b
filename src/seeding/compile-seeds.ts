import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compiledText } from "./compiled-plan.ts";
import { defaultSeed, shippedFile } from "./load.ts";
import { shippedSeeds } from "./shipped.ts";
import { readPlan } from "./read-plan.ts";

/**
 * Writes the plans of the shipped fixtures as text, so that a start with one of them needs neither
 * YAML nor faker.
 *
 * @param outDir where `NAME.jsonl` is written
 */
export async function compileSeeds(outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true });
  for (const name of shippedSeeds) {
    const plan = await readPlan([shippedFile(name)], defaultSeed);
    await writeFile(join(outDir, `${name}.jsonl`), compiledText({ ...plan, settled: true }));
  }
}
