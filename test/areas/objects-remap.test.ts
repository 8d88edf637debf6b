import { describe, expect, it } from "vitest";
import { crashed, newFolder } from "../support/data-folder.ts";
import { objects, read } from "./objects-support.ts";

/** More than one turn takes. */
const usual = 2500;

/** A type of many pets, whose years are what the next mapping reads. */
async function kennel(options: Parameters<typeof objects>[0] = {}, many = usual) {
  const ways = await objects({ onNote: () => {}, ...options });
  const { type, source, schema } = await ways.pets();
  const pets = Array.from({ length: many }, (_, n) => ({
    id: `pet-${n}`,
    name: `Rex ${n}`,
    age: 1,
    years: 2,
  }));
  for (let from = 0; from < many; from += 500) {
    await ways.send(source, ...pets.slice(from, from + 500));
  }
  /** Reads the age in another member. */
  const reading = (member: string) => {
    const property_mappings = [read(1, source, "name"), read(2, source, member)];
    return ways.map(schema, { property_mappings });
  };
  return { ...ways, type, source, schema, reading };
}

/** How many pets have each age. */
function agesIn({ emulator }: Pick<Awaited<ReturnType<typeof objects>>, "emulator">) {
  const counts: Record<string, number> = {};
  for (const { record_properties: pet } of emulator.state.get("object-records", { limit: 100_000 })
    .records) {
    const age = String((pet as { age?: number }).age);
    counts[age] = (counts[age] ?? 0) + 1;
  }
  return counts;
}

describe("a new mapping of many objects", () => {
  it("lets others have their turns, and is done when the clock is advanced", async () => {
    const pets = await kennel();
    expect((await pets.reading("years")).status).toBe(200);
    const first = agesIn(pets);
    expect(first["2"]).toBeGreaterThan(0);
    expect(first["1"]).toBeGreaterThan(0);
    expect((await pets.get("/api/lists")).status).toBe(200);
    await pets.emulator.clock.advance("0s");
    expect(agesIn(pets)).toEqual({ 2: usual });
  });

  it("is done by itself, whatever the clock does", async () => {
    const pets = await kennel();
    await pets.reading("years");
    await expect.poll(() => agesIn(pets)).toEqual({ 2: usual });
  });

  it("gives way to one that comes meanwhile, and loses nothing that is sent meanwhile", async () => {
    const pets = await kennel();
    await pets.reading("nothing");
    await pets.reading("years");
    await pets.send(pets.source, { id: "pet-2", name: "Tom", years: 9 }, { id: "new", years: 3 });
    await pets.emulator.clock.advance("0s");
    expect(agesIn(pets)).toEqual({ 2: usual - 1, 9: 1 });
    // Told of once, and not again when its turn comes.
    expect(pets.emulator.state.get("object-ingestion-logs").total).toBe(1);
  });

  it("takes out what is no object any more, and keeps the others' places", async () => {
    const pets = await kennel();
    const firstPage = async () =>
      (await pets.get(`/api/object-types/${pets.type}/object-records`)).many.map(({ id }) => id);
    const before = await firstPage();
    await pets.reading("years");
    await pets.emulator.clock.advance("0s");
    expect(await firstPage()).toEqual(before);
    // Nobody's name is there, which the schema requires.
    const property_mappings = [read(1, pets.source, "nothing"), read(2, pets.source, "age")];
    await pets.map(pets.schema, { property_mappings });
    await pets.emulator.clock.advance("0s");
    expect(agesIn(pets)).toEqual({});
  });

  it("goes on in a state that is put back", async () => {
    const pets = await kennel();
    await pets.reading("years");
    pets.emulator.state.snapshot("half");
    await pets.emulator.clock.advance("0s");
    pets.emulator.state.restore("half");
    expect(agesIn(pets)["1"]).toBeGreaterThan(0);
    await pets.emulator.clock.advance("0s");
    expect(agesIn(pets)).toEqual({ 2: usual });
  });

  it("goes on after a crash", async () => {
    const dataDir = newFolder();
    // So many that it lasts until the answer is kept.
    const pets = await kennel({ dataDir }, 10_000);
    await pets.reading("years");
    expect(agesIn(pets)["1"]).toBeGreaterThan(0);
    const again = await objects({ dataDir: crashed(dataDir), onNote: () => {} });
    await again.emulator.clock.advance("0s");
    expect(agesIn(again)).toEqual({ 2: 10_000 });
  });
});
