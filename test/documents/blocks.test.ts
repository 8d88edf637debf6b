import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { walkedStages } from "../../src/contract/stages.ts";
import { readRatchet, writeRatchet } from "../../src/report/ratchet.ts";
import { readExpectations } from "../../src/scenarios/read.ts";
import { readFixtureText } from "../../src/seeding/fixture/read.ts";
import { wholeApi } from "../../src/areas/index.ts";
import { readQuirks } from "../../src/seeding/fixture/quirk-file.ts";
import { planOf } from "../../src/seeding/read-plan.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { listening, runHere } from "../support/cli.ts";
import { emulate } from "../support/emulate.ts";
import { allBlocks, type Block, nameOf } from "../support/pages.ts";
import { isRun, notRun } from "./not-run.ts";
import { newsletter } from "../support/newsletter.ts";

const ofKind = (kind: string): [string, Block][] =>
  allBlocks.filter((block) => block.kind === kind).map((block) => [nameOf(block), block]);

/** A file with a block's text, which goes with its test. */
function fileWith({ text }: Block): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-block-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "service-emulator.config.yaml");
  writeFileSync(file, text);
  return file;
}

/** What every kind of block is run by: here, or in the file that is named. */
const kinds: Readonly<Record<string, string>> = {
  sh: "shell.test.ts",
  "sh request": "areas.test.ts",
  "json response": "areas.test.ts",
  "yaml workflow": "shell.test.ts",
  "text output": "shell.test.ts",
  "text found": "test/explore/bugs",
  diff: "test/explore/bugs",
  ts: "typescript.test.ts",
  js: "test/recipes",
  "yaml steps": "situations.test.ts",
  "text client": "situations.test.ts",
  "yaml config": "here",
  "yaml fixture": "here",
  "yaml scenario": "here",
  "yaml expectations": "here",
  "yaml quirks": "here",
  "json fault": "here",
  "json definition": "here",
  "json ratchet": "here",
  "json expectations": "here",
  "text hints": "here",
  "text requests": "here",
  "text expectation": "here",
  "text messages": "here",
  "text stages": "here",
  "json answer": "tables.test.ts",
  "yaml pipeline": "here",
  "sh stack": "test/languages",
  // A sketch: what would run it is not on every machine. The page says so. Its commands are understood: commands.test.ts.
  "text stack": "nobody",
};

/** Files of the examples, which `test/languages` compares and runs. */
const isExample = ({ kind }: Block): boolean => /^\w+ examples\/[\w/]+\.\w+$/.test(kind);

describe("the blocks of the documents", () => {
  it("are all of a kind that a test runs", () => {
    const others = allBlocks.filter(
      (block) => !Object.hasOwn(kinds, block.kind) && !isExample(block),
    );
    expect(others.map(nameOf)).toEqual([]);
  });

  it("of JavaScript are files that are run", () => {
    const others = ofKind("js").filter(
      ([, { text }]) => !/^\/\/ (?:retry|emulator-environment)\.[\w.]*js$/m.test(text),
    );
    expect(others).toEqual([]);
  });

  it("are run, but for ten at most, which are there and say why", () => {
    expect(notRun.length).toBeLessThanOrEqual(10);
    const left = allBlocks.filter((block) => !isRun(block));
    expect(left).toHaveLength(notRun.length);
    expect(notRun.every(({ why }) => why !== "")).toBe(true);
  });

  it("of output come after the commands that print it", () => {
    expect(ofKind("text output").filter(([, { after }]) => after === undefined)).toEqual([]);
  });
});

describe("is read as what it is called:", () => {
  it.each(ofKind("yaml config"))("%s", async (_, block) => {
    const file = fileWith(block);
    const { code, stderr } = await runHere(["config", "print", "--config", file]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
  });

  it.each(ofKind("yaml fixture"))("%s", async (_, { text }) => {
    const { accounts } = await planOf(await readFixtureText(text, "page.md"), 1);
    const others = { records: { object_types: [{}, {}], data_sources: [{}, {}] } };
    const apps = { keys: [{}, {}], apps: [{ clientId: "my-app" }] };
    const hooked = { records: { webhooks: [{ name: "Shop" }] } };
    const campaigns = [
      { status: "Draft" },
      { status: "Scheduled" },
      { status: "Sent" },
      { status: "Draft" },
    ];
    const sent = { records: { campaigns } };
    const asked = { records: { forms: [{ status: "live" }, { status: "draft" }] } };
    const running = { records: { flows: [{ status: "live" }, { status: "live" }] } };
    const wanted = [
      ["webhooks:", hooked],
      ["\nflows:", running],
      ["\ncampaigns:", sent],
      ["apps:", apps],
      ["\nforms:", asked],
    ] as const;
    const found = wanted.find(([section]) => text.includes(section));
    expect(accounts).toMatchObject([found?.[1] ?? others]);
  });

  it.each(ofKind("yaml pipeline"))("%s", (_, { text }) => {
    expect(JSON.stringify(parse(text))).toContain("npx service-emulator exec --report=report.xml");
  });

  it.each(ofKind("yaml scenario"))("%s", async (_, block) => {
    const { code, stderr } = await runHere(["scenario", "check", fileWith(block)]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
  });

  it.each(ofKind("yaml quirks"))("%s", async (_, block) => {
    expect((await readQuirks([fileWith(block)], wholeApi())).size).toBeGreaterThan(0);
  });

  it.each(ofKind("yaml expectations"))("%s", async (_, block) => {
    expect(await readExpectations(fileWith(block))).not.toEqual([]);
  });

  it.each(ofKind("json fault"))("%s", async (_, { text }) => {
    const { emulator } = await emulate();
    const fault = JSON.parse(text);
    expect(emulator.faults.add(fault)).toMatchObject({ operation: fault.operation });
  });

  it.each(ofKind("json definition"))("%s", async (_, { text }) => {
    const { post } = await emulate({ fixtures: ["small"] });
    const attributes = { name: "Often", definition: JSON.parse(text) };
    const { status } = await post("/api/segments", { data: { type: "segment", attributes } });
    expect(status).toBe(201);
  });

  it.each(ofKind("json ratchet"))("%s", (_, { text }) => {
    expect(writeRatchet(readRatchet(text))).toBe(text);
  });

  it.each(ofKind("json expectations"))("%s", async (_, { text }) => {
    const { emulator } = await emulate();
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: text };
    const response = await emulator.fetch("/_emulator/expectations", init);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ passed: false, checks: [{}] });
  });
});

describe("shows what is seen:", () => {
  it.each(ofKind("text hints"))("%s", async (_, { text }) => {
    const { emulator, get, post } = await emulate({ fixtures: ["small"] });
    const answers = [
      await post("/api/profiles", newProfile({ emial: "ada@example.com" })),
      await get("/api/profiles?page[size]=1000"),
      await get("/api/metrics", { key: emulator.keys["events-only"] ?? "" }),
    ];
    const seen = answers.map(({ headers }) => `x-emulator-hint: ${headers.get("x-emulator-hint")}`);
    expect(seen).toEqual(text.trimEnd().split("\n"));
  });

  it.each(ofKind("text requests"))("%s", async (_, { text }) => {
    const { ask, cli, emulator } = await listening();
    emulator.clock.freeze("2026-08-01T12:00:00Z");
    emulator.faults.add({ operation: "create_event", connection: "reset", where: "after" });
    const post = () => {
      const headers = { "content-type": "application/json" };
      return ask("/api/events", { method: "POST", headers, body: JSON.stringify(newEvent()) });
    };
    await expect(post()).rejects.toThrow("fetch failed");
    await emulator.clock.advance("1s");
    await post();
    const { stdout } = await cli("requests", "list");
    const words = (lines: string) =>
      lines
        .trim()
        .split("\n")
        .map((line) =>
          line
            .replaceAll(/\d+(?:\.\d+)? ms/g, "# ms")
            .replace(/^[0-9a-f]{8} /, "id ")
            .replaceAll(/ +/g, " ")
            .trim(),
        );
    const printed = words(stdout);
    const missing = words(text).filter((line) => !printed.some((each) => each.includes(line)));
    expect({ stdout, missing }).toEqual({ stdout, missing: [] });
  });

  it.each(ofKind("text expectation"))("%s", async (_, { text }) => {
    const { emulator, post } = await emulate();
    const { requests } = emulator;
    emulator.faults.add({ operation: "create_event", status: 429, retryAfter: 1 });
    for (const email of ["p1@example.com", "p2@example.com"]) {
      await post("/api/events", newEvent({}, { email }));
      await emulator.clock.advance("2s");
    }
    const expected = { operation: "create_event", email: "p1@example.com", status: 202 } as const;
    expect(() => requests.expect(expected).times(1)).toThrow(text.trimEnd());
  });

  it.each(ofKind("text messages"))("%s", async (_, { text }) => {
    const { emulator } = await newsletter();
    const expected = emulator.outbox.expect({ to: "ada@example.com", subject: "Winter*" });
    await expect(expected.times(1)).rejects.toThrow(text.trimEnd());
  });

  it.each(ofKind("text stages"))("%s", (_, { text }) => {
    const named = [...text.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name]) => name);
    expect(named).toEqual(walkedStages);
  });
});
