import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { createEmulator } from "../dist/index.cjs";
import { progress } from "./progress.js";
import { fromRoot } from "./servers.js";
import { median, pairedRatio } from "./stats.js";

const rounds = { normal: 40, quick: 12 };

/** Emulators of a round: as a test file has, one after the other. */
const made = 10;

/** How often the small fixture could be parsed meanwhile, at most. */
const fixtures = { small: 1.3, demo: 3 };

/**
 * An emulator for each test: made, asked once and closed, in the process of the tests. Against the parsing of the small
 * fixture's YAML, which is what the first of them has to do at least.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureEmulators({ quick }) {
  const text = readFileSync(fromRoot("fixtures/seeds/small.yaml"), "utf8");
  progress("an emulator for each test");
  const contestants = {
    parsing: () => parse(text),
    small: () => oneTest("small"),
    demo: () => oneTest("demo"),
  };
  /** @type {Record<keyof typeof contestants, number[]>} */
  const found = { parsing: [], small: [], demo: [] };
  const names = /** @type {(keyof typeof contestants)[]} */ (Object.keys(contestants));
  for (let round = -5; round < (quick ? rounds.quick : rounds.normal); round += 1) {
    for (const name of names) {
      const began = performance.now();
      for (let n = 0; n < made; n += 1) await contestants[name]();
      if (round >= 0) found[name].push((performance.now() - began) / made);
    }
  }
  const ms = (/** @type {readonly number[]} */ times) => `${median(times).toFixed(2)} ms`;
  const rows = Object.entries(fixtures).map(([name, most]) => {
    const times = found[/** @type {keyof typeof fixtures} */ (name)];
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
