import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { compileSeeds } from "../../src/emulation/compile-seeds.ts";
import { readCompiled } from "../../src/seeding/compiled-plan.ts";
import { defaultSeed, loadSeed } from "../../src/seeding/load.ts";
import { compiledSeeds, shippedSeeds } from "../../src/seeding/shipped.ts";

const loaded = vi.hoisted(() => ({ faker: 0 }));
vi.mock("@faker-js/faker/locale/en", async (original) => {
  loaded.faker += 1;
  return original();
});

const countsOf = async (name: string) => {
  const { accounts } = await loadSeed({ fixtures: [name], seed: defaultSeed });
  return accounts.map(({ profiles, events, keys }) => [
    profiles.length,
    events.length,
    keys.length,
  ]);
};

describe("the shipped fixtures", () => {
  it("load faker only where something is generated", async () => {
    await loadSeed({ fixtures: ["small"], seed: defaultSeed });
    expect(loaded.faker).toBe(0);
    await loadSeed({ fixtures: ["demo"], seed: defaultSeed });
    expect(loaded.faker).toBe(1);
  });

  it("hold what they say", async () => {
    expect(await countsOf("demo")).toEqual([[200, 2000, 5]]);
    expect(await countsOf("small")).toEqual([[5, 12, 5]]);
    expect(await countsOf("empty")).toEqual([[0, 0, 5]]);
  });

  it("have the same keys for the same account", async () => {
    const plans = await Promise.all(
      shippedSeeds.map((name) => loadSeed({ fixtures: [name], seed: defaultSeed })),
    );
    const keys = plans.map(({ accounts }) => [accounts[0]?.settings.companyId, accounts[0]?.keys]);
    for (const each of keys) expect(each).toEqual(keys[0]);
  });

  it("are compiled to what they would be read as", async () => {
    const folder = await mkdtemp(join(tmpdir(), "seeds-"));
    await compileSeeds(join(folder, "seeds"));
    for (const name of compiledSeeds) {
      const packed = await readFile(join(folder, "seeds", `${name}.jsonl.br`));
      const text = brotliDecompressSync(packed).toString("latin1");
      expect(() => readCompiled(text.slice(0, -1))).toThrow(SyntaxError);
      const read = readCompiled(text);
      const plan = await loadSeed({ fixtures: [name], seed: defaultSeed });
      const ofAll = ({ accounts }: typeof plan) =>
        accounts.map(({ settings, about, keys, apps, tokens, faults }) => {
          return { settings, about, keys, apps, tokens, faults };
        });
      expect([read.settled, ofAll(read)]).toEqual([true, ofAll(plan)]);
      const [account] = plan.accounts;
      const isWhole = account?.history === null;
      expect(read.accounts[0]?.lived === undefined).toBe(isWhole);
      if (isWhole) {
        expect(read.accounts).toEqual([{ ...account, events: [...account.events] }]);
      }
    }
    await rm(folder, { recursive: true });
  });
});
