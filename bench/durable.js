import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { progress } from "./progress.js";
import { startQuietEmulator } from "./servers.js";
import { compare, plan, warm } from "./throughput.js";
import { askKnown, postEvent } from "./work.js";

/**
 * Writes a second that are answered once they are in the file, against the same emulator without a
 * data folder.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureDurable({ quick }) {
  const folder = mkdtempSync(join(tmpdir(), "service-emulator-bench-"));
  const { server: kept, key } = await startQuietEmulator(["--data-dir", folder]);
  const { server: plain } = await startQuietEmulator();
  try {
    const known = await askKnown(plain.port, key);
    /** @type {(import("./table.js").Row | string)[]} */
    const rows = ["POST event with --data-dir, against the same without it"];
    const work = { next: postEvent, status: 202, least: { 1: 0.5, 16: 0.5 } };
    progress("POST event with a data folder, warming up");
    for (const server of [kept, plain]) await warm(server, work, known);
    for (const count of [1, 16]) {
      progress(`POST event with a data folder, ${count} connections`);
      const compared = await compare(
        kept,
        plain,
        work,
        count,
        known,
        quick ? plan.quick : plan.normal,
      );
      // The bar is about many connections: one alone waits for the disk each time.
      const told = compared.map(({ what, ours, base, figure }) => ({ what, ours, base, figure }));
      rows.push(...(count === 16 ? compared : told));
    }
    return rows;
  } finally {
    await Promise.all([kept.stop(), plain.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}
