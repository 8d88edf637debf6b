import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FixtureError } from "../../src/index.ts";
import { writeFixture } from "../../src/seeding/fixture/document.ts";
import { importPages } from "../../src/seeding/generate/import.ts";
import { newFolder } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";

type Emulated = Awaited<ReturnType<typeof emulate>>;

function saved(text: string, name = "session.har"): string {
  const file = join(newFolder(), name);
  writeFileSync(file, text);
  return file;
}

/** What a browser would export of reading all pages of all these. */
async function recorded({ get }: Emulated, paths: readonly string[]): Promise<string> {
  const entries: object[] = [];
  for (const path of paths) {
    for (let next: string | null | undefined = path; next;) {
      const { status, text, links } = await get(next);
      entries.push(entryOf(next, text, status));
      next = links.next?.replace(/^https?:\/\/[^/]+/, "");
    }
  }
  return saved(JSON.stringify({ log: { entries } }));
}

const entryOf = (path: string, text: string, status = 200) => ({
  request: { method: "GET", url: `https://api.example.com${path}`, headers: [] },
  response: {
    status,
    headers: [],
    content: { size: text.length, mimeType: "application/json", text },
  },
});

async function imported(file: string) {
  const { document, ...found } = await importPages([file]);
  const again = await emulate({
    fixtures: [await writeFixture(document, join(newFolder(), "mine.yaml"))],
  });
  return { again, document, ...found };
}

/** What two emulators have alike: attributes of each record, without what is of this run. */
const names = async ({ get }: Emulated, path: string) =>
  (await get(path)).many
    .map(({ id, attributes }) => [
      id,
      attributes["name"] ?? attributes["title"] ?? attributes["email"],
    ])
    .toSorted();

const everything = [
  "/api/profiles?page[size]=100&additional-fields[profile]=subscriptions",
  "/api/lists",
  "/api/segments",
  "/api/metrics",
  "/api/events?include=profile,metric&page[size]=200",
  "/api/templates",
  "/api/catalog-items?include=variants",
  "/api/catalog-categories",
  "/api/web-feeds",
  "/api/reviews",
  `/api/campaigns?filter=equals(messages.channel,"email")&include=campaign-messages`,
];

describe("a recording", () => {
  it("becomes a fixture of the records that its answers show", async () => {
    const first = await emulate({ fixtures: ["demo"], profiles: 20, events: 50 });
    const feed = {
      name: "News",
      url: "https://example.com/news",
      request_method: "get",
      content_type: "json",
    };
    await first.post("/api/web-feeds", { data: { type: "web-feed", attributes: feed } });
    const { again, notes } = await imported(await recorded(first, everything));
    expect(notes).toEqual([expect.stringMatching(/^segment without its definition, /)]);
    const compared = [
      ...everything.filter((path) => !/events|metrics/.test(path)),
      "/api/catalog-variants",
    ];
    for (const path of compared) {
      const all = await names(first, path);
      expect([path, all.length > 0]).toEqual([path, true]);
      expect([path, await names(again, path)]).toEqual([path, all]);
    }
  });

  it("says who is in which list", async () => {
    const first = await emulate({ fixtures: ["small"] });
    const list = (await first.get("/api/lists")).many[0]?.id ?? "";
    const paths = ["/api/profiles", "/api/lists", `/api/lists/${list}/relationships/profiles`];
    const { again } = await imported(await recorded(first, paths));
    const members = async ({ get }: Emulated) =>
      (await get(`/api/lists/${list}/profiles?page[size]=100`)).many.map(({ id }) => id).toSorted();
    expect(await members(again)).toEqual(await members(first));
    expect(await members(again)).not.toEqual([]);
  });

  it("gives what its last answer shows of a record, and passes over other services and errors", async () => {
    const list = (name: string) =>
      JSON.stringify({ data: { type: "list", id: "Y6nRLr", attributes: { name } } });
    const entries = [
      entryOf("/api/lists/Y6nRLr", list("Before")),
      entryOf("/api/lists/Y6nRLr", list("After")),
      entryOf("/api/lists/Y6nRLr", list("Never"), 409),
      entryOf("/other", '{"data":[1,{"id":5},{"type":"list","attributes":null}]}'),
      entryOf("/cut", '{"data":['),
    ];
    const { document, notes } = await importPages([saved(JSON.stringify({ log: { entries } }))]);
    expect(document.head.lists).toEqual([{ id: "Y6nRLr", name: "After" }]);
    expect(notes).toEqual(["response left out: the recording has no whole JSON of it"]);
  });

  it("leaves out a record that a fixture cannot have, and says why", async () => {
    const variant = {
      type: "catalog-variant",
      id: "$custom:::$default:::s",
      attributes: { external_id: "s" },
    };
    const entries = [entryOf("/api/catalog-variants", JSON.stringify({ data: [variant] }))];
    const { notes } = await importPages([saved(JSON.stringify({ log: { entries } }))]);
    expect(notes).toEqual([expect.stringMatching(/^catalog-variant left out: .*item/)]);
  });

  it.each([
    ["{", "session.har", "is no JSON: record or export it once more"],
    ["[]", "session.json", "is no recording"],
    ['{"log": 5}', "session.json", "is no recording"],
    ["interactions: [*a]", "tape.yaml", "not valid YAML"],
  ])("%j in %s is refused in one line", async (text, name, told) => {
    const error = await importPages([saved(text, name)]).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(FixtureError);
    expect((error as Error).message).toContain(told);
    expect((error as Error).message).not.toContain("\n");
  });
});
