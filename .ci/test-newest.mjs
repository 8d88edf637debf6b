// Runs the README's own test command on the newest Node, as a user who is not root where that can be. It is built already:
// without scripts, npm does not build it again. What it is given is for vitest.
import { mkdtempSync, chmodSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canBeNobody, copyOfNobody, here } from "./elsewhere.mjs";
import { FromRegistry } from "./from-registry.mjs";

const folder = mkdtempSync(join(tmpdir(), "node-"));
chmodSync(folder, 0o755);
const place = canBeNobody ? copyOfNobody() : here;
try {
  const node = await new FromRegistry(folder).node();
  process.exitCode = await place.run(node, [
    "npm",
    "test",
    "--ignore-scripts",
    "--",
    ...process.argv.slice(2),
  ]);
} finally {
  place.leave();
  rmSync(folder, { recursive: true, force: true });
}
