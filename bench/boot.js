import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * An emulator without a socket, with so many people and events in it.
 *
 * @param {typeof import("./inside.ts")} module bundled
 * @param {number} profiles
 * @param {number} events
 * @param {object} [more] what else its fixture says
 * @returns {Promise<import("./worlds.js").World>}
 */
export async function bootFrom({ bootInside }, profiles, events, more = {}) {
  const folder = mkdtempSync(join(tmpdir(), "service-emulator-bench-"));
  try {
    const file = join(folder, "seed.yaml");
    writeFileSync(file, JSON.stringify({ generate: { profiles, events, span: "180d" }, ...more }));
    const began = performance.now();
    const inside = await bootInside(file);
    return { inside, seconds: (performance.now() - began) / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
