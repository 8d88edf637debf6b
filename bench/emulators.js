import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { createEmulator } from "../dist/index.cjs";
import { progress } from "./progress.js";
import { fromRoot } from "./servers.js";
import { median, pairedRatio } from "./stats.js";

const rounds = { normal: 40, quick: 12 };

/** Emulators of a round: as a test file has, one after the other. */
const made = 10;

/** How often the small fixture could be parsed meanwhile, at most. */
const bars = { own: 1.5, demo: 3 };

/**
 * An emulator for each test: made, asked once and closed, in the process of the tests. Against the parsing of the small
 * fixture's YAML: a copy of that is the user's own file here, which is read anew for each.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureEmulators({ quick }) {
  const text = readFileSync(fromRoot("fixtures/seeds/small.yaml"), "utf8");
  const folder = mkdtempSync(join(tmpdir(), "service-emulator-bench-"));
  const own = join(folder, "own.yaml");
  writeFileSync(own, text);
  progress("an emulator for each test");
  const contestants = {
    parsing: () => parse(text),
    own: () => oneTest(own),
    demo: () => oneTest("demo"),
  };
  /** @type {Record<keyof typeof contestants, number[]>} */
  const found = { parsing: [], own: [], demo: [] };
  const names = /** @type {(keyof typeof contestants)[]} */ (Object.keys(contestants));
  for (let round = -5; round < (quick ? rounds.quick : rounds.normal); round += 1) {
    for (const name of names) {
      const began = performance.now();
      for (let n = 0; n < made; n += 1) await contestants[name]();
      if (round >= 0) found[name].push((performance.now() - began) / made);
    }
  }
  rmSync(folder, { recursive: true });
  const ms = (/** @type {readonly number[]} */ times) => `${median(times).toFixed(2)} ms`;
  const rows = Object.entries(bars).map(([name, most]) => {
    const times = found[/** @type {keyof typeof bars} */ (name)];
    return {
      what: `${name}: made, asked once and closed`,
      ours: ms(times),
      base: ms(found.parsing),
      figure: pairedRatio(times, found.parsing),
      bar: { most },
    };
  });
  return ["An emulator for each test, against the parsing of small.yaml", ...rows];
}

/** @param {string} fixture */
async function oneTest(fixture) {
  const emulator = await createEmulator({ fixtures: [fixture] });
  const headers = { authorization: `Service-API-Key ${emulator.keys["full"]}` };
  const asked = await emulator.fetch("/api/profiles", {
    headers: { ...headers, revision: "2026-07-15" },
  });
  if (!asked.ok) throw new Error(`answered ${asked.status}`);
  await asked.text();
  await emulator.close();
}
