import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { wholeApi } from "../areas/index.ts";
import { compiledEnd, compiledText } from "../seeding/compiled-plan.ts";
import { defaultSeed, shippedFile } from "../seeding/load.ts";
import { readPlan } from "../seeding/read-plan.ts";
import { compiledSeeds } from "../seeding/shipped.ts";
import { lived } from "./lived.ts";

/** Writes shipped fixtures as `NAME.jsonl.br`, so that a start with one needs neither YAML nor faker: their plans, and what the past of their accounts has left, once the domain has run it. */
export async function compileSeeds(outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true });
  for (const name of compiledSeeds) {
    const plan = await readPlan([shippedFile(name)], defaultSeed);
    // In UTC, each hour comes once: the zone is there again when it is moved to the start.
    const accounts = plan.accounts.map((each) => ({
      ...each,
      about: { ...each.about, timezone: "UTC" },
    }));
    const past = await lived({ accounts }, { api: wholeApi(), settings });
    const states = past.accounts.map((each) => each.lived?.(compiledEnd));
    const text = compiledText({ ...plan, settled: true }, states);
    await writeFile(join(outDir, `${name}.jsonl.br`), brotliCompressSync(text));
  }
}

const settings = {
  seed: defaultSeed,
  limits: "off",
  authScheme: "",
  badKeyStatus: 401,
  frozenAt: compiledEnd,
} as const;
