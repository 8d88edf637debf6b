// Runs every test on every Node of the table, as this user and as one without rights, and prints what came of it.
// `-- 22 26` takes some Nodes alone, `-- 26 test/cli` some tests.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canBeNobody, copyOfNobody, here } from "./elsewhere.mjs";
import { FromRegistry } from "./from-registry.mjs";
import { nodes } from "./runtimes.mjs";

const words = process.argv.slice(2);
const isNode = (word) => /^\d+(\.\d+)*$/.test(word);
const asked = words.filter(isNode);
const tests = words.filter((word) => !isNode(word));
const isAsked = (version) => asked.some((word) => `${version}.`.startsWith(`${word}.`));
const tried = nodes.filter(({ version }) => asked.length === 0 || isAsked(version));
if (tried.length === 0) throw new Error(`no such Node in .ci/runtimes.mjs: ${asked.join(", ")}`);

const folder = mkdtempSync(join(tmpdir(), "nodes-"));
chmodSync(folder, 0o755);
const registry = new FromRegistry(folder);
const rows = [];
try {
  for (const { version, ends } of tried) {
    const node = await registry.node({ version });
    for (const user of canBeNobody ? ["root", "nobody"] : ["this user"]) {
      rows.push({ node: version, ends, user, ...(await tested(node, user)) });
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.table(rows);
if (rows.some(({ exit }) => exit !== 0)) process.exitCode = 1;

/** Every test of one Node, as one user. */
async function tested(node, user) {
  const place = user === "nobody" ? copyOfNobody() : here;
  // In the clone, where each user may write; what is installed is not looked at for what is left behind.
  const result = "node_modules/.vite/result.json";
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${result}`];
  try {
    const vitest = ["node", "node_modules/vitest/vitest.mjs", "run", ...reporters, ...tests];
    const exit = await place.run(node, vitest);
    const told = JSON.parse(readFileSync(join(place.folder, result), "utf8"));
    const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = told;
    return { passed, failed, skipped, exit };
  } finally {
    place.leave();
  }
}
