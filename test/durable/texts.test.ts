import fc from "fast-check";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import type { Emulator } from "../../src/index.ts";
import { crashed, newFolder } from "../support/data-folder.ts";
import { drivenBy, idsOf, type Request, requestsOf, writeAll, writes } from "../support/drive.ts";
import { emulate } from "../support/emulate.ts";
import { runs } from "../support/fuzz.ts";

const options = { fixtures: ["small"], onNote: () => {} };

/** What some reader takes for the end of a line or of a text, and halves of characters. */
const separators = [..."\0\t\n\v\f\r\u001c\u001d\u001e\u0085\u2028\u2029\ufeff\ud800\udfff"];
const hard = `a${separators.join("b")}c\u{1f600}\u{10ffff}`;

const recordsOf = ({ state }: Emulator) =>
  [...createApi({ trusted: true }).collections.keys()].map((name) => [
    name,
    state.get(name, { limit: 100_000 }).records,
  ]);

/** The same body with another text in the place of each of its texts, one at a time. */
function* withText(value: unknown, text: string): Generator<unknown> {
  if (typeof value === "string") return yield text;
  if (typeof value !== "object" || value === null) return;
  for (const [name, each] of Object.entries(value)) {
    for (const changed of withText(each, text)) {
      yield Array.isArray(value)
        ? value.toSpliced(Number(name), 1, changed)
        : { ...value, [name]: changed };
    }
  }
}

/** How often a text was taken as it is, by operation. */
async function writeTexts(emulator: Emulator, text: string): Promise<Map<string, number>> {
  const taken = new Map<string, number>();
  const who = drivenBy(emulator);
  await writeAll(emulator);
  for (const [index, row] of writes.entries()) {
    const requests: readonly Request[] = requestsOf(who, row, idsOf(emulator), `fresh_9_${index}`);
    for (const { path, init } of requests) {
      const json = typeof init.body === "string" ? init.body : "null";
      for (const body of withText(JSON.parse(json), text)) {
        const { ok } = await who.ask(path, { ...init, body: JSON.stringify(body) });
        if (ok) taken.set(row.id, (taken.get(row.id) ?? 0) + 1);
      }
    }
  }
  return taken;
}

it("every text that an operation takes is there after a kill, an export and an import", async () => {
  const dataDir = newFolder();
  const { emulator } = await emulate({ ...options, dataDir });
  const taken = await writeTexts(emulator, hard);
  expect(taken.size).toBeGreaterThan(40);
  await emulator.fetch("/api/lists");
  const before = recordsOf(emulator);
  expect(JSON.stringify(before).split("\u2028").length).toBeGreaterThan(50);
  const killed = await emulate({ ...options, dataDir: crashed(dataDir) });
  expect(recordsOf(killed.emulator)).toEqual(before);
  const folder = join(newFolder(), "saved");
  await killed.emulator.state.export(folder);
  await killed.emulator.reset();
  await killed.emulator.state.import(folder);
  expect(recordsOf(killed.emulator)).toEqual(before);
});

it("no file has a character in it that some readers take for the end of a line", async () => {
  const dataDir = newFolder();
  const { emulator, post } = await emulate({ ...options, dataDir });
  await post("/api/lists", { data: { type: "list", attributes: { name: hard } } });
  const saved = join(newFolder(), "saved");
  await emulator.state.export(saved);
  for (const folder of [dataDir, saved]) {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const texts = files.filter((name) => /\.(db|jsonl|json)$/.test(name));
    expect(texts.length).toBeGreaterThan(1);
    for (const name of texts) {
      const text = readFileSync(join(folder, name), "utf8");
      expect([name, /[\u0085\u2028\u2029\r\v\f]/.exec(text)]).toEqual([name, null]);
    }
  }
});

it("an export of before these were escaped is read", async () => {
  const { emulator, post } = await emulate(options);
  await post("/api/lists", { data: { type: "list", attributes: { name: hard } } });
  const before = recordsOf(emulator);
  const folder = join(newFolder(), "saved");
  await emulator.state.export(folder);
  const file = join(folder, "account-1.jsonl");
  const text = readFileSync(file, "utf8");
  const plain = text.replace(/\\u(0085|2028|2029)/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  expect(plain).not.toBe(text);
  writeFileSync(file, plain);
  const manifest = join(folder, "state.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/,\s*"checksum": "\w+"/, ""));
  await emulator.state.import(folder);
  expect(recordsOf(emulator)).toEqual(before);
});

it("whatever the text, it is there after a kill", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", minLength: 1 }),
    fc.string({ unit: fc.constantFrom(...separators, "a", "\\", '"', "u2028"), minLength: 1 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text, text), { minLength: 40 }), async (texts) => {
      const dataDir = newFolder();
      const { emulator, post } = await emulate({ ...options, fixtures: ["empty"], dataDir });
      await Promise.all(
        texts.map(([name, key, value], at) => {
          const properties = { [key]: value, nested: { [value]: [key, { "a.b": name }] } };
          const attributes = { email: `p${at}@example.com`, first_name: name, properties };
          return post("/api/profiles", { data: { type: "profile", attributes } });
        }),
      );
      const before = recordsOf(emulator);
      const again = await emulate({ ...options, dataDir: crashed(dataDir) });
      expect(recordsOf(again.emulator)).toEqual(before);
      await Promise.all([emulator.close(), again.emulator.close()]);
    }),
    { numRuns: Math.max(5, Math.floor(runs / 400)) },
  );
});
