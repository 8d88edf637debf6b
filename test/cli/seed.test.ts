import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listening, runHere } from "../support/cli.ts";
import { newFolder } from "../support/data-folder.ts";

/** Files in a folder of the test's own. */
function files(texts: Readonly<Record<string, string>>) {
  const folder = newFolder();
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  return (name: string) => join(folder, name);
}

async function emailsOf({ ask }: Awaited<ReturnType<typeof listening>>): Promise<string[]> {
  const { data } = (await (await ask("/api/profiles?page[size]=100")).json()) as {
    data: { attributes: { email: string } }[];
  };
  return data.map(({ attributes }) => attributes.email).sort();
}

describe("service-emulator seed", () => {
  it("adds files to the emulator that runs, those that they name too", async () => {
    const at = files({
      "people.yaml": "profiles: [{ email: ada@example.com }]\nprofiles_from: more.jsonl\n",
      "more.jsonl": '{"email":"bob@example.com"}\n',
      "events.yaml":
        "metrics: [{ name: Hello }]\nevents: [{ profile: bob@example.com, metric: Hello, time: -1h }]\n",
    });
    const running = await listening();
    const told = await running.cli("seed", at("people.yaml"), at("events.yaml"));
    expect(told).toEqual({
      code: 0,
      stdout: "Tests1: 2 profiles and 1 events more.\n",
      stderr: "",
    });
    expect(await emailsOf(running)).toEqual(["ada@example.com", "bob@example.com"]);
    const json = await running.cli("seed", at("people.yaml"), "--json");
    expect([json.code, json.stdout]).toEqual([2, ""]);
  });

  it.each([
    [
      "a line of the file",
      "profiles:\n  - { email: ada@example.com }\n  - { email: ada@example.com }\n",
      "FOLDER/wrong.yaml:3: profiles[1].email: 'ada@example.com' is already at FOLDER/wrong.yaml:2",
    ],
    [
      "a line of the bulk file",
      "profiles: [{ email: ada@example.com }]\nprofiles_from: more.jsonl\n",
      "FOLDER/more.jsonl:2: email: 'ada@example.com' is already at FOLDER/wrong.yaml:1",
    ],
    ["what is out of form", "profiles:\n  - { emial: x }\n", "did you mean email?"],
  ])("tells of %s what is wrong, and adds nothing of any file", async (_, text, message) => {
    const at = files({
      "right.yaml": "profiles: [{ email: first@example.com }]\n",
      "wrong.yaml": text,
      "more.jsonl": '{"email":"bob@example.com"}\n{"email":"ada@example.com"}\n',
    });
    const running = await listening();
    const told = await running.cli("seed", at("right.yaml"), at("wrong.yaml"));
    expect([told.code, told.stdout]).toEqual([2, ""]);
    expect(told.stderr.replaceAll(at(""), "FOLDER")).toContain(message);
    expect(told.stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(await emailsOf(running)).toEqual([]);
  });

  it("adds more than the service would take in one request", async () => {
    const text = "x".repeat(3000);
    const lines = Array.from({ length: 2000 }, (_, at) =>
      JSON.stringify({ email: `p${at}@example.com`, properties: { text } }),
    );
    const at = files({
      "many.yaml": "profiles_from: many.jsonl\n",
      "many.jsonl": `${lines.join("\n")}\n`,
    });
    const { cli } = await listening();
    const told = await cli("seed", at("many.yaml"));
    expect(told.stdout).toBe("Tests1: 2000 profiles and 0 events more.\n");
  });

  it("ends with 3 where no emulator answers", async () => {
    const at = files({ "people.yaml": "profiles: [{ email: ada@example.com }]\n" });
    const { code } = await runHere(["seed", at("people.yaml"), "--url", "http://127.0.0.1:9"]);
    expect(code).toBe(3);
  });
});

describe("service-emulator seed import", () => {
  const page = JSON.stringify({
    data: [
      {
        type: "event",
        id: "Event000001",
        attributes: { datetime: "2026-07-01 12:00:00+00:00", event_properties: { $value: 3 } },
        relationships: {
          profile: { data: { type: "profile", id: "01J00000000000000000000ADA" } },
          metric: { data: { type: "metric", id: "Metr01" } },
        },
      },
    ],
    included: [
      {
        type: "profile",
        id: "01J00000000000000000000ADA",
        attributes: { email: "ada@example.com", first_name: "Ada" },
      },
      { type: "metric", id: "Metr01", attributes: { name: "Placed Order" } },
      { type: "coupon", id: "Coupon", attributes: {} },
    ],
  });

  it("makes a fixture that an emulator begins with", async () => {
    const at = files({ "page.json": page });
    const told = await runHere(["seed", "import", at("page.json"), "--output", at("mine.yaml")]);
    expect(told).toEqual({
      code: 0,
      stdout: `1 profiles and 1 events: start with --fixtures ${at("mine.yaml")}\n`,
      stderr: "service-emulator: of type coupon left out: a fixture has none\n",
    });
    const { emulator } = await listening({ fixtures: [at("mine.yaml")] });
    expect(emulator.accounts[0]?.counts).toMatchObject({ profiles: 1, events: 1 });
  });

  it("refuses what is no page with its file, and writes nothing", async () => {
    const at = files({ "page.json": "{}", "mine.yaml": "as before\n" });
    const told = await runHere(["seed", "import", at("page.json"), "--output", at("mine.yaml")]);
    expect([told.code, told.stdout]).toEqual([2, ""]);
    expect(told.stderr).toMatch(/^service-emulator: \S+page\.json: no page of JSON:API[^\n]+\n$/);
    expect(readFileSync(at("mine.yaml"), "utf8")).toBe("as before\n");
  });

  it("asks for a place to write to", async () => {
    const { code, stderr } = await runHere(["seed", "import", "page.json"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--output");
  });
});
