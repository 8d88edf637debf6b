import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEmulator } from "../../src/emulator.ts";
import { planText } from "./support.ts";

/** A folder with these files. @returns where it is */
function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-bulk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const boot = (folder: string) => createEmulator({ fixtures: [join(folder, "fixture.yaml")] });

const people = "lists: [{ name: News }, { name: Club }]\nprofiles_from: people.csv\n";

/** The profiles that a CSV text brings. */
async function peopleOf(csv: string) {
  await using emulator = await boot(folderWith({ "fixture.yaml": people, "people.csv": csv }));
  return emulator.state.get("profiles", { sort: "email" }).records;
}

/** What is wrong with these files, without their folder. */
async function refusalOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = folderWith(files);
  const error: Error = await boot(folder).then(
    () => expect.unreachable(),
    (thrown: Error) => thrown,
  );
  expect(error.name).toBe("FixtureError");
  return error.message.replaceAll(`${folder}/`, "");
}

const refusedCsv = (csv: string | Uint8Array) =>
  refusalOf({ "fixture.yaml": people, "people.csv": csv });

describe("a CSV file of people", () => {
  it("has attributes as columns, with dots for those within", async () => {
    const csv = [
      "\uFEFFemail,first_name,phone_number,external_id,location.city,properties.tier,properties.visits",
      'ada@example.com,"Ada, Countess",+12125550123,0042,London,gold,7',
      "",
      "bob@example.com,Bob,,,,,",
    ].join("\r\n");
    expect(await peopleOf(csv)).toMatchObject([
      {
        email: "ada@example.com",
        first_name: "Ada, Countess",
        phone_number: "+12125550123",
        external_id: "0042",
        location: { city: "London" },
        properties: { tier: "gold", visits: 7 },
      },
      { email: "bob@example.com", first_name: "Bob", phone_number: null, properties: {} },
    ]);
  });

  it("reads a property that is JSON as what it says, and all else as text", async () => {
    const csv = [
      "email,properties.a,properties.b,properties.c,properties.d,properties.e,properties.__proto__",
      'ada@example.com,007,true,"[1,""x""]",12345678901234567890,1.50,odd',
    ].join("\n");
    const [record] = await peopleOf(csv);
    const properties = record?.["properties"] as Record<string, unknown>;
    expect(Object.entries(properties)).toEqual([
      ["a", "007"],
      ["b", true],
      ["c", [1, "x"]],
      ["d", "12345678901234567890"],
      ["e", 1.5],
      ["__proto__", "odd"],
    ]);
  });

  it("names several lists in one cell", async () => {
    const csv = "email,lists,consent.email,created\nada@example.com,News; Club,SUBSCRIBED,-3d\n";
    await using emulator = await boot(folderWith({ "fixture.yaml": people, "people.csv": csv }));
    const headers = {
      authorization: `Service-API-Key ${Object.values(emulator.keys)[0]}`,
      revision: "2026-07-15",
    };
    const [ada] = emulator.state.get("profiles").records;
    const answer = await emulator.fetch(`${emulator.url}/api/profiles/${ada?.id}/lists`, {
      headers,
    });
    const { data } = (await answer.json()) as { data: { attributes: { name: string } }[] };
    expect(data.map(({ attributes }) => attributes.name).toSorted()).toEqual(["Club", "News"]);
  });

  it.each([
    ["emial\na@b.co\n", "people.csv:1: unknown column 'emial' (did you mean email?)"],
    ["email,email\na@b.co,c@d.co\n", "people.csv:1: column 'email' is there twice"],
    [
      "email,properties,properties.a\n",
      "people.csv:1: column 'properties.a' is part of column 'properties'",
    ],
    ["email.domain\n", "people.csv:1: unknown column 'email.domain' (nothing lies within it)"],
    ["email\na@b.co\nnobody\n", /^people\.csv:3: email: /],
    ['email,title\n"a@b.co","two\nlines"\nc@d.co\n', "people.csv:4: not valid CSV: expected as"],
    ['email\n"a@b.co\n', /^people\.csv:\d: not valid CSV: a quote is not closed/],
    ["email\na@b.co\na@b.co\n", "people.csv:3: email: 'a@b.co' is already at people.csv:2"],
    ["email,lists\na@b.co,Nwes\n", "people.csv:2: lists[0]: unknown list 'Nwes' (did you mean"],
    ["", "people.csv:1: the file is empty; expected a line of column names"],
    [Uint8Array.of(0x65, 0xff, 0xfe), "people.csv: is not UTF-8 text"],
  ])("that holds %j is refused with its line", async (csv, message) => {
    expect(await refusedCsv(csv)).toMatch(message);
  });
});

describe("a JSONL file of events", () => {
  const fixture = [
    "metrics: [{ name: Placed Order }]",
    "profiles: [{ email: ada@example.com }]",
    "events_from: [events/one.jsonl, two.jsonl]",
  ].join("\n");
  const event = (more: object) =>
    JSON.stringify({ profile: "ada@example.com", metric: "Placed Order", time: "-1d", ...more });

  it("has one record a line, and there may be several", async () => {
    const one = `${event({ value: 7 })}\n\n${event({ time: "-2d", properties: { é: "日" } })}\n`;
    const two = event({ time: "-3d", unique_id: "x" });
    const files = { "fixture.yaml": fixture, "events/one.jsonl": one, "two.jsonl": two };
    await using emulator = await boot(folderWith(files));
    expect(emulator.state.get("events", { sort: "-datetime" }).records).toMatchObject([
      { properties: { $value: 7 } },
      { properties: { é: "日" } },
      { unique_id: "x" },
    ]);
  });

  it.each([
    [`${event({})}\n{"profile":`, "two.jsonl:2: not valid JSON; expected one record a line"],
    [`\n[]`, "two.jsonl:2: expected a mapping"],
    [event({ metrc: 1 }), "two.jsonl:1: metrc: unknown member (did you mean metric?)"],
    [`\n${event({ profile: "eve@example.com" })}`, "two.jsonl:2: profile: unknown profile"],
    [`\n\n${event({ time: "soon" })}`, "two.jsonl:3: time: expected a time such as"],
  ])("that holds %j is refused with its line", async (two, message) => {
    const files = { "fixture.yaml": fixture, "events/one.jsonl": "", "two.jsonl": two };
    expect(await refusalOf(files)).toContain(message);
  });
});

describe("the name of a bulk file", () => {
  it.each([
    ["../people.csv", "expected a file in the fixture's own folder, not '../people.csv'"],
    ["/etc/people.csv", "expected a file in the fixture's own folder"],
    ["gone.csv", "there is no file 'gone.csv' beside the fixture"],
    ["people.txt", "expected a .csv or .jsonl file, not 'people.txt'"],
  ])("may not be %s", async (name, message) => {
    const files = { "fixture.yaml": `company_id: ABC123\nprofiles_from: ${name}\n` };
    expect(await refusalOf(files)).toContain(`fixture.yaml:2: profiles_from: ${message}`);
  });

  it("may not be a link that leads out of the folder", async () => {
    const outside = folderWith({ "secret.csv": "email\na@b.co\n" });
    const folder = folderWith({ "fixture.yaml": "profiles_from: people.csv\n" });
    symlinkSync(join(outside, "secret.csv"), join(folder, "people.csv"));
    await expect(boot(folder)).rejects.toThrow("expected a file in the fixture's own folder");
  });

  it("means nothing where there is no folder", async () => {
    await expect(planText("profiles_from: people.csv\n")).rejects.toThrow(
      "only a fixture file can name another file",
    );
  });
});
