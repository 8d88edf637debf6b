// Runs the tests of what may be attacked, and by whom, on every Node of the table, and prints what held where.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { areRunHere, FromRegistry } from "./from-registry.mjs";
import { nodes } from "./runtimes.mjs";
import { root } from "./tarball.mjs";

const rows = JSON.parse(readFileSync(join(root, "test/proof/attacks.json"), "utf8"));
const files = [...new Set(rows.map(({ file }) => file))];

/** They reach nobody outside: certificates for that would cost each process as much as the rest of its start. */
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

/** The tests as they ended on one Node: their files, names and states. */
function testedOn(node, folder) {
  const output = join(folder, "tests.json");
  rmSync(output, { force: true });
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporting = ["--reporter=json", `--outputFile=${output}`];
  spawnSync(node, [vitest, "run", ...reporting, ...files], { cwd: root, env, stdio: "inherit" });
  const { testResults } = JSON.parse(readFileSync(output, "utf8"));
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ file: name, fullName, status })),
  );
}

/** What came of one row: how many of its tests passed, or what is wrong with it. */
function outcomeOf({ file, titles = [""] }, tests) {
  const own = tests.filter((test) => test.file === join(root, file));
  const named = titles.map((title) => own.filter(({ fullName }) => fullName.includes(title)));
  const failed = named.flat().filter(({ status }) => status === "failed").length;
  if (failed > 0) return { cell: `✗ ${failed} failed`, isProved: false };
  const passed = named.map((each) => each.filter(({ status }) => status === "passed").length);
  // One that is skipped, or that there is not, proves nothing.
  if (passed.includes(0)) return { cell: "✗ not run", isProved: false };
  return { cell: `✓ ${passed.reduce((sum, count) => sum + count, 0)}`, isProved: true };
}

const folder = mkdtempSync(join(tmpdir(), "service-emulator-proof-"));
try {
  if (!areRunHere) console.warn("proved on this Node alone: those of the registry do not run here");
  const registry = new FromRegistry(folder);
  const onNode = async ({ version }) => ({ version, node: await registry.node({ version }) });
  const runs = areRunHere
    ? await Promise.all(nodes.map(onNode))
    : [{ version: process.versions.node, node: process.execPath }];
  const results = runs.map(({ node }) => testedOn(node, folder));
  const table = rows.map((row) => ({
    row,
    outcomes: results.map((tests) => outcomeOf(row, tests)),
  }));
  const lines = [
    ["surface", "attacker", ...runs.map(({ version }) => `Node ${version}`), "tests"],
    ["---", "---", ...runs.map(() => "---"), "---"],
    ...table.map(({ row: { surface, attacker, file }, outcomes }) => [
      surface,
      attacker,
      ...outcomes.map(({ cell }) => cell),
      file,
    ]),
  ];
  for (const line of lines) console.log(`| ${line.join(" | ")} |`);
  const isProved = table.every(({ outcomes }) => outcomes.every((each) => each.isProved));
  process.exitCode = isProved ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
