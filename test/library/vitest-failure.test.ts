import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createProject } from "../support/project.ts";

it("a failed test shows what the emulator was asked in it, and what would have worked", async () => {
  const text = `
import { emulatorTest } from "service-emulator/vitest";
const test = emulatorTest();
test("passes", async ({ sandbox }) => {
  await sandbox.fetch("/api/lists");
});
test("fails", async ({ sandbox, booted, expect }) => {
  sandbox.faults.add({ operation: "get_profiles", status: 503 });
  sandbox.faults.add({ operation: "get_lists", status: 429 });
  const headers = (key) => ({ authorization: "Service-API-Key " + key, revision: "2026-07-15" });
  await booted.fetch("/api/metrics", { headers: headers(booted.keys.full) });
  await booted.fetch("/api/metrics", { headers: headers("pk_of_nobody") });
  await booted.sandbox().fetch("/api/templates");
  await sandbox.fetch("/api/profiles");
  await sandbox.fetch("/api/profils");
  expect(1).toBe(2);
});
const careless = async (sandbox) => {
  await sandbox.fetch("/api/lists", { method: "POST", body, headers });
  return "done";
};
const headers = { "content-type": "application/json" };
const body = JSON.stringify({ data: { type: "list", attributes: { name: "VIP" } } });
test.explore("survives", careless, { only: ["500"], confirm: 2 });
`;
  const project = createProject([{ name: "one.test.ts", text }], ["vitest"]);
  const { output: said } = await project.node("node_modules/vitest/vitest.mjs", "run");
  expect(said).toContain("what the emulator was asked in this test:");
  expect(said).toContain("GET    503 /api/profiles  get_profiles  fault-1: status");
  expect(said).toContain("GET    404 /api/profils");
  expect(said).toContain("did you mean /api/profiles");
  expect(said).not.toContain("/api/lists");
  expect(said).toContain("1 fault met no request:");
  expect(said).toMatch(/fault-2: get_lists, .*status 429/);
  expect(said).toContain("a key from outside a sandbox (give your client sandbox.keys.full):");
  expect(said).toMatch(/GET {4}200 \/api\/metrics {2}get_metrics {2}but its key is full of \w+/);
  expect(said).toMatch(/GET {4}401 \/api\/metrics {2}get_metrics {2}but no account has its key/);
  expect(said).not.toContain("/api/templates");
  expect(said).toContain("When create_list is refused with 500, ");
  expect(said).toContain('the command prints "done", but list VIP is missing. (2 of 2 runs)');
  expect(said).toContain('sandbox.faults.add({"operation":"create_list","status":500});');
});

it("a test fails because a fault that it planned met no request, unless it is optional", async () => {
  const text = `
import { emulatorTest } from "service-emulator/vitest";
const test = emulatorTest();
test("meets it", async ({ sandbox }) => {
  sandbox.faults.add({ operation: "get_lists", status: 503 });
  await sandbox.fetch("/api/lists");
});
test("meets nothing in a sandbox", async ({ sandbox }) => {
  sandbox.faults.add({ operation: "get_profiles", status: 503 });
});
test("meets nothing at all", async ({ emulator }) => {
  emulator.faults.add({ operation: "get_events", status: 503 });
});
test("need not meet what is optional", async ({ sandbox }) => {
  sandbox.faults.add({ operation: "get_profiles", status: 503, optional: true });
});
test("says what else was wrong alone", async ({ sandbox, expect }) => {
  sandbox.faults.add({ operation: "get_tags", status: 503 });
  expect("one").toBe("other");
});
test("may be skipped on its way", async ({ sandbox, skip }) => {
  sandbox.faults.add({ operation: "get_coupons", status: 503 });
  skip();
});
test("finds none of another's", async ({ emulator, expect }) => {
  expect(emulator.faults.list()).toEqual([]);
});
`;
  const project = createProject([{ name: "one.test.ts", text }], ["vitest"]);
  const { output: said, code } = await project.node("node_modules/vitest/vitest.mjs", "run");
  expect(code).toBe(1);
  expect(said).toMatch(/Tests .*3 failed.*3 passed.*1 skipped/);
  expect(said.match(/ExpectationError: 1 fault met no request/g)).toHaveLength(2);
  expect(said).toMatch(/ExpectationError: 1 fault met no request:\n.*fault-\d: get_profiles/);
  expect(said).toMatch(/ExpectationError: 1 fault met no request:\n.*fault-\d: get_events/);
});

/** Files that do not get in each other's way are of one run. */
const together: Readonly<Record<string, string>> = {
  "ignores.test.ts": `
import { emulatorTest } from "service-emulator/vitest";
const test = emulatorTest({ unmetFaults: "ignore" });
test("meets nothing", async ({ sandbox }) => {
  sandbox.faults.add({ operation: "get_profiles", status: 503 });
});
`,
  "keys.test.ts": `
import { emulatorTest } from "service-emulator/vitest";
const test = emulatorTest();
const asks = (booted, key) =>
  booted.fetch("/api/metrics", { headers: { authorization: "Service-API-Key " + key, revision: "2026-07-15" } });
test("is of another", async ({ sandbox, booted }) => {
  await asks(booted, booted.keys.full);
});
test("is of nobody", async ({ sandbox, booted }) => {
  await asks(booted, "pk_of_nobody");
});
test("is its own", async ({ sandbox, booted }) => {
  await asks(booted, sandbox.keys.full);
});
`,
  "nothing.test.ts": `
import { emulatorTest } from "service-emulator/vitest";
const test = emulatorTest();
test.explore("reads", (sandbox) => sandbox.fetch("/api/lists"), { only: ["create_list"] });
`,
};

describe("of tests that run together", () => {
  /** What was said, and how each test of a file ended. */
  let said = "";
  let ends: ReadonlyMap<string, readonly string[]>;
  let clear: () => void;
  afterAll(() => clear());

  beforeAll(async () => {
    const files = Object.entries(together).map(([name, text]) => ({ name, text }));
    const project = createProject(files, ["vitest"], (then) => {
      clear = then;
    });
    const json = join(project.folder, "ends.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile=${json}`];
    ({ output: said } = await project.node("node_modules/vitest/vitest.mjs", "run", ...reporters));
    const { testResults } = JSON.parse(readFileSync(json, "utf8")) as {
      testResults: { name: string; assertionResults: { status: string }[] }[];
    };
    ends = new Map(
      testResults.map(({ name, assertionResults }) => [
        basename(name),
        assertionResults.map(({ status }) => status),
      ]),
    );
  });

  it("the faults that met no request may be ignored", () => {
    expect(ends.get("ignores.test.ts")).toEqual(["passed"]);
  });

  it("one that passes tells of requests whose key is not its own, if the key works", () => {
    expect(ends.get("keys.test.ts")).toEqual(["passed", "passed", "passed"]);
    expect(said.match(/a key from outside a sandbox/g)).toHaveLength(1);
    expect(said).toMatch(/GET {4}200 \/api\/metrics {2}get_metrics {2}but its key is full of \w+/);
  });

  it("an exploration that tried nothing is no pass", () => {
    expect(ends.get("nothing.test.ts")).toEqual(["failed"]);
    expect(said).toContain("no schedule was tried");
  });
});
