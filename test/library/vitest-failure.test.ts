import { expect, it } from "vitest";
import { createProject } from "../support/project.ts";

it("a failed test shows what the emulator was asked in it, and what would have worked", async () => {
  const text = `
import { emulatorTest } from "service-emulator/vitest";
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
`;
  const project = createProject([{ name: "one.test.ts", text }], ["vitest"]);
  const { output: said } = await project.node("node_modules/vitest/vitest.mjs", "run");
  expect(said).toContain("what the emulator was asked in this test:");
  expect(said).toContain("GET    503 /api/profiles  get_profiles  fault-1: status");
  expect(said).toContain("GET    404 /api/profils");
  expect(said).toContain("did you mean /api/profiles");
  expect(said).not.toContain("/api/lists");
});
