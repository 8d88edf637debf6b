import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEmulator } from "../../src/emulator.ts";
import { formatOf } from "../../src/domain/pictures.ts";
import { runHere } from "../support/cli.ts";
import { emulate } from "../support/emulate.ts";

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
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { file: output, profiles: 6, events: 80, objects: 1, templates: 4, images: 4, webhooks: 0 },
    ]);
    const [profiles, events] = await stateOf({ fixtures: [output] });
    expect([profiles?.length, events?.length]).toEqual([6, 80]);
  });

  it("writes a folder with JSON lines, which loads back", async () => {
    const output = join(temporary(), "large");
    const { code, stdout } = await runHere([...wanted, "--output", output]);
    expect([code, stdout]).toEqual([
      0,
      `6 profiles, 80 events, 1 object, 4 templates and 4 images are in ${output}: start with --fixtures ${output}/fixture.yaml\n`,
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

  it("makes up objects, templates and images, and a webhook where one is asked for", async () => {
    const output = join(temporary(), "shop.yaml");
    const more = ["--objects", "7", "--templates", "9", "--images", "3"];
    const url = "http://127.0.0.1:4020/hooks";
    const { stdout } = await runHere([...wanted, ...more, "--webhook", url, "--output", output]);
    expect(stdout).toContain("7 objects, 9 templates, 3 images and 1 webhook are in");
    const { emulator, get, post } = await emulate({ fixtures: [output] });
    const found = (name: string) => emulator.state.get(name).records;
    const kinds = [
      "object-records",
      "object-links",
      "object-ingestion-logs",
      "templates",
      "images",
    ];
    expect(kinds.map((name) => found(name).length)).toEqual([7, 7, 0, 9, 3]);
    const [webhook] = (await get("/api/webhooks")).many;
    expect(webhook?.attributes).toMatchObject({
      enabled: true,
      endpoint_url: "http://127.0.0.1:4020/*****",
    });
    for (const { attributes } of (await get("/api/images")).many) {
      const served = await emulator.fetch(String(attributes["image_url"]));
      const bytes = Buffer.from(await served.arrayBuffer());
      expect(formatOf(bytes)).toBe("png");
    }
    const order = (await get("/api/events?include=metric&sort=-datetime")).many.find(
      ({ attributes }) => Object.hasOwn(attributes["event_properties"] as object, "OrderId"),
    );
    const context = { event: order?.attributes["event_properties"] };
    for (const { id } of (await get("/api/templates")).many) {
      const { status, data: rendered } = await post("/api/template-render", {
        data: { type: "template", id, attributes: { context } },
      });
      expect([status, rendered.attributes["html"]]).toEqual([
        200,
        expect.not.stringMatching(/{[{%]/),
      ]);
    }
  });

  it("leaves out what nobody wants", async () => {
    const output = join(temporary(), "people.json");
    const none = ["--objects", "0", "--templates", "0", "--images", "0"];
    const { stdout } = await runHere([...wanted, ...none, "--output", output]);
    expect(stdout).toContain("6 profiles and 80 events are in");
    const names = Object.keys(JSON.parse(readFileSync(output, "utf8")));
    expect(names).toEqual([
      "company_id",
      "name",
      "sms",
      "keys",
      "lists",
      "metrics",
      "profiles",
      "events",
    ]);
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
    [
      [...wanted, "--objects", "100001", "--output", "/tmp/x.yaml"],
      "--objects: expected a whole number from 0 to 100000",
    ],
    [
      [...wanted, "--images", "1001", "--output", "/tmp/x.yaml"],
      "--images: expected a whole number from 0 to 1000",
    ],
    [[...wanted, "--webhook", "shop", "--output", "/tmp/x.yaml"], "Expected a URL such as"],
    [wanted, "required option '--output <path>' not specified"],
  ])("refuses %j in one line", async (args, message) => {
    const { code, stdout, stderr } = await runHere(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});
