import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";

const root = join(import.meta.dirname, "../..");

/** A project with one test file, run by vitest as its user would run it. */
async function project(file: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "emulator-vitest-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "one.test.ts"), file);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const env = { ...process.env, NO_COLOR: "1", VITEST: undefined } as NodeJS.ProcessEnv;
  const ran = await promisify(execFile)(process.execPath, [vitest, "run", "--root", folder], {
    cwd: folder,
    env,
  }).catch((error: { stdout: string; stderr: string }) => error);
  return `${ran.stdout}\n${ran.stderr}`;
}

it("a failed test shows what the emulator was asked in it, and what would have worked", async () => {
  const said = await project(`
import { emulatorTest } from ${JSON.stringify(join(root, "dist/vitest.js"))};
const test = emulatorTest();
test("passes", async ({ sandbox }) => {
  await sandbox.fetch("/api/lists");
});
test("fails", async ({ sandbox, expect }) => {
  sandbox.faults.add({ operation: "get_profiles", status: 503 });
  await sandbox.fetch("/api/profiles");
  await sandbox.fetch("/api/profils");
  expect(1).toBe(2);
});
`);
  expect(said).toContain("what the emulator was asked in this test:");
  expect(said).toContain("GET    503 /api/profiles  get_profiles  fault-1: status");
  expect(said).toContain("GET    404 /api/profils");
  expect(said).toContain("did you mean /api/profiles");
  expect(said).not.toContain("/api/lists");
});
