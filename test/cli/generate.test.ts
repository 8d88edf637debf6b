import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEmulator } from "../../src/emulator.ts";
import { runHere } from "../support/cli.ts";

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-generate-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a fixture, or an option, brings; the times are those of one frozen clock. */
async function stateOf(options: Parameters<typeof createEmulator>[0]) {
  await using emulator = await createEmulator({ frozenAt: "2026-07-20T00:00:00Z", ...options });
  const read = (name: string, sort: string) => emulator.state.get(name, { sort }).records;
  const without = (record: object) => ({ ...record, seq: undefined, consent: undefined });
  return [read("profiles", "email"), read("events", "datetime")].map((all) => all.map(without));
}

const wanted = ["generate", "--profiles", "6", "--events", "80"];

describe("generate", () => {
  it.each(["people.yaml", "people.json"])("writes %s, which loads back", async (name) => {
    const output = join(temporary(), name);
    const { code, stdout } = await runHere([...wanted, "--output", output, "--json"]);
    expect([code, JSON.parse(stdout)]).toEqual([0, { file: output, profiles: 6, events: 80 }]);
    const [profiles, events] = await stateOf({ fixtures: [output] });
    expect([profiles?.length, events?.length]).toEqual([6, 80]);
  });

  it("writes a folder with JSON lines, which loads back", async () => {
    const output = join(temporary(), "large");
    const { code, stdout } = await runHere([...wanted, "--output", output]);
    expect([code, stdout]).toEqual([
      0,
      `6 profiles and 80 events are in ${output}: start with --fixtures ${output}/fixture.yaml\n`,
    ]);
    expect(readdirSync(output)).toEqual(["events.jsonl", "fixture.yaml", "profiles.jsonl"]);
    const [profiles, events] = await stateOf({ fixtures: [join(output, "fixture.yaml")] });
    expect([profiles?.length, events?.length]).toEqual([6, 80]);
  });

  it("loses nothing of a person or an event on the way", async () => {
    const folder = temporary();
    const [one, other] = [join(folder, "one"), join(folder, "other.yaml")];
    await runHere([...wanted, "--output", one]);
    await runHere([...wanted, "--output", other]);
    const loaded = await stateOf({ fixtures: [join(one, "fixture.yaml")] });
    expect(loaded).toEqual(await stateOf({ fixtures: [other] }));
    const base = join(folder, "base.yaml");
    const text = readFileSync(join(one, "fixture.yaml"), "utf8");
    writeFileSync(base, text.replace(/^(metrics|profiles_from|events_from):.*(\n[ -].*)*\n/gm, ""));
    const direct = await stateOf({ fixtures: [base], profiles: 6, events: 80 });
    const named = (records: readonly object[] = []) =>
      records.map((record) => ({
        ...record,
        id: undefined,
        profile: undefined,
        metric: undefined,
      }));
    expect(loaded.map(named)).toEqual(direct.map(named));
  });

  it("gives the same for the same seed", async () => {
    const folder = temporary();
    const text = async (name: string, seed: string) => {
      const output = join(folder, name);
      await runHere([...wanted, "--seed", seed, "--output", output]);
      return readFileSync(output, "utf8");
    };
    const first = await text("a.json", "3");
    expect(await text("b.json", "3")).toBe(first);
    expect(await text("c.json", "4")).not.toBe(first);
  });

  it("leaves a folder alone that holds something else", async () => {
    const folder = temporary();
    writeFileSync(join(folder, "mine.txt"), "mine");
    const { code, stderr } = await runHere([...wanted, "--output", folder]);
    expect([code, stderr]).toEqual([
      2,
      `service-emulator: ${folder}: holds something else (mine.txt): give a new folder\n`,
    ]);
    expect(readdirSync(folder)).toEqual(["mine.txt"]);
  });

  it.each([
    [["generate", "--output", "/tmp/x.yaml"], "generate needs --profiles or --events"],
    [["generate", "--profiles", "1", "--output", "/tmp/x.txt"], "expected a folder, or a .yaml or"],
    [
      [...wanted.with(2, "0"), "--output", "/tmp/x.yaml"],
      "--events: expected 0, since there are no profiles",
    ],
    [wanted, "required option '--output <path>' not specified"],
  ])("refuses %j in one line", async (args, message) => {
    const { code, stdout, stderr } = await runHere(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});
