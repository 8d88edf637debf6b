import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { compiledText, readCompiled } from "../../src/seeding/compiled-plan.ts";
import { compileSeeds } from "../../src/seeding/compile-seeds.ts";
import { defaultSeed, loadSeed } from "../../src/seeding/load.ts";
import { plant } from "../../src/seeding/plant/plant.ts";
import { shippedSeeds } from "../../src/seeding/shipped.ts";
import { createWorld } from "./support.ts";

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
    expect(keys[1]).toEqual(keys[0]);
    expect(keys[2]).toEqual(keys[0]);
  });

  it("are compiled to what they would be read as", async () => {
    const folder = await mkdtemp(join(tmpdir(), "seeds-"));
    await compileSeeds(join(folder, "seeds"));
    for (const name of shippedSeeds) {
      const text = await readFile(join(folder, "seeds", `${name}.jsonl`), "latin1");
      const { accounts, ...rest } = readCompiled(text);
      const whole = accounts.map((each) => ({ ...each, told: undefined }));
      const plan = await loadSeed({ fixtures: [name], seed: defaultSeed });
      const read = plan.accounts.map((each) => ({ ...each, events: [...each.events] }));
      expect({ ...rest, accounts: whole }).toEqual({ ...plan, accounts: read, settled: true });
    }
    await rm(folder, { recursive: true });
  });

  it("are planted without their events being read, and not at all where the end of a compiled plan is missing", async () => {
    const plan = await loadSeed({ fixtures: ["demo"], seed: defaultSeed });
    const text = compiledText({ ...plan, settled: true });
    const [head = ""] = text.split("\n");
    const world = createWorld();
    plant(world, readCompiled(`${head}\nno JSON\n`));
    const [account] = world.accounts.values();
    expect(account?.sizeOf("event")).toBe(2000);
    expect(() => account?.tableNamed("event")).toThrow(SyntaxError);
    expect(() => readCompiled(text.slice(0, -1))).toThrow(SyntaxError);
  });

  it("are planted the same from their compiled plans, whose events are read late", async () => {
    for (const name of shippedSeeds) {
      const plan = { ...(await loadSeed({ fixtures: [name], seed: defaultSeed })), settled: true };
      const [read, compiled] = [plan, readCompiled(compiledText(plan))].map((each) => {
        const world = createWorld();
        plant(world, each);
        const tables = [...world.accounts.values()].flatMap((account) => [...account.tables()]);
        return tables.map(([collection, table]) => [collection, [...table.all()]]);
      });
      expect(compiled).toEqual(read);
    }
  });
});
