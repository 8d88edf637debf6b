import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FixtureError } from "../../src/index.ts";
import { importPages } from "../../src/seeding/generate/import.ts";
import { writeFixture } from "../../src/seeding/fixture/document.ts";
import { newFolder } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";

/** Pages as files, in a folder of the test's own. */
function saved(...pages: unknown[]): string[] {
  const folder = newFolder();
  return pages.map((page, at) => {
    const file = join(folder, `page-${at}.json`);
    writeFileSync(file, typeof page === "string" ? page : JSON.stringify(page));
    return file;
  });
}

const refusalOf = async (page: unknown) => {
  const [file = ""] = saved(page);
  const error = await importPages([file]).catch((each: unknown) => each);
  expect(error).toBeInstanceOf(FixtureError);
  return (error as Error).message.replace(file, "FILE");
};

const metric = (id: string, name: string) => ({ type: "metric", id, attributes: { name } });
const profile = (id: string, attributes: object) => ({ type: "profile", id, attributes });
const event = (id: string, [person, kind]: [string, string], attributes = {}) => ({
  type: "event",
  id,
  attributes: { datetime: "2026-07-01 12:00:00+00:00", event_properties: {}, ...attributes },
  relationships: {
    profile: { data: { type: "profile", id: person } },
    metric: { data: { type: "metric", id: kind } },
  },
});

const ada = profile("01J00000000000000000000ADA", { email: "ada@example.com" });
const placed = metric("Metr01", "Placed Order");

interface Subscriptions {
  readonly email: {
    readonly marketing: { readonly consent: string; readonly suppression: { reason: string }[] };
  };
}

describe("pages that were saved from an account", () => {
  it("give the same people and events to the emulator that begins with them", async () => {
    const first = await emulate({ fixtures: ["small"] });
    const pages: string[] = [];
    for (const path of [
      "/api/profiles?page[size]=100&additional-fields[profile]=subscriptions",
      "/api/events?include=profile,metric&page[size]=200",
      "/api/metrics",
      "/api/lists",
    ]) {
      for (let next: string | null | undefined = path; next;) {
        const answer = await first.get(next);
        pages.push(answer.text);
        next = answer.links.next?.replace(/^https?:\/\/[^/]+/, "");
      }
    }
    const { document } = await importPages(saved(...pages));
    const second = await emulate({
      fixtures: [await writeFixture(document, join(newFolder(), "mine"))],
    });
    const told = async ({ get }: typeof first, path: string) =>
      (await get(path)).many.map(({ id, attributes }) => ({ id, ...attributes }));
    const strip = (records: Record<string, unknown>[]) =>
      records.map((record) => ({ ...record, updated: undefined }));
    const people = "/api/profiles?page[size]=100&sort=created";
    expect(strip(await told(second, people))).toEqual(strip(await told(first, people)));
    const events = "/api/events?page[size]=200&sort=datetime";
    expect(await told(second, events)).toEqual(await told(first, events));
    const lists = "/api/lists?fields[list]=name,opt_in_process";
    expect(await told(second, lists)).toEqual(await told(first, lists));
  });

  it("may come in any order, each thing more than once", async () => {
    const sparse = profile(ada.id, {});
    const { document, ...found } = await importPages(
      saved(
        { data: [event("Event000001", [ada.id, "Metr01"])], included: [sparse, placed] },
        { data: ada },
        { data: [event("Event000001", [ada.id, "Metr01"])] },
      ),
    );
    expect(found).toEqual({ profiles: 1, events: 1, notes: [] });
    expect([...document.events]).toEqual([
      {
        id: "Event000001",
        profile: "ada@example.com",
        metric: "Placed Order",
        time: "2026-07-01T12:00:00+00:00",
        properties: {},
      },
    ]);
  });

  it("keep events of one second apart", async () => {
    const { document, notes } = await importPages(
      saved({
        data: [
          ada,
          placed,
          event("Event000001", [ada.id, "Metr01"]),
          event("Event000002", [ada.id, "Metr01"]),
        ],
      }),
    );
    expect([...document.events].map(({ unique_id }) => unique_id)).toEqual([
      undefined,
      "Event000002",
    ]);
    expect(notes).toEqual([
      "event with a unique_id of ours: another has the same profile, metric and second",
    ]);
  });

  it("keep what people consented to", async () => {
    const first = await emulate();
    await first.emulator.seed({
      profiles: [
        { email: "yes@example.com", consent: { email: "SUBSCRIBED" } },
        { email: "no@example.com", consent: { email: "UNSUBSCRIBED" } },
        { email: "bounced@example.com", suppression: [{ reason: "HARD_BOUNCE" }] },
      ],
    });
    const path = "/api/profiles?additional-fields[profile]=subscriptions&sort=email";
    const { document } = await importPages(saved((await first.get(path)).text));
    const { emulator, get } = await emulate();
    await emulator.seed({ ...document.head, profiles: [...document.profiles] });
    const consents = async (ask: typeof get) =>
      (await ask(path)).many.map(({ attributes }) => {
        const { email } = attributes["subscriptions"] as Subscriptions;
        return [
          email.marketing.consent,
          ...email.marketing.suppression.map(({ reason }) => reason),
        ];
      });
    expect(await consents(get)).toEqual(await consents(first.get));
    expect(await consents(get)).toContainEqual(["NEVER_SUBSCRIBED", "HARD_BOUNCE"]);
  });

  it("tell what could not be kept, and how often", async () => {
    const { document, notes } = await importPages(
      saved({
        data: [
          ada,
          profile("elsewhere", { email: "eve@example.com" }),
          profile("01J0000000000000000000N0NE", { first_name: "Nobody" }),
          placed,
          event("Event000001", ["unknown", "Metr01"]),
          event("Event000002", [ada.id, "Metr02"]),
          event("Event000003", ["unknown", "Metr01"]),
          { type: "coupon", id: "10OFF", attributes: {} },
          { type: "segment", id: "Segm01", attributes: { name: "All", definition: {} } },
        ],
      }),
    );
    expect(document.head.segments).toEqual([{ id: "Segm01", name: "All" }]);
    expect(notes).toEqual([
      "segment without its definition, which names ids: its members are to be named",
      "profile with a new id: its own is not of this service's form",
      "profile left out: it has no email, phone_number or external_id",
      "event left out: no page has its profile. Save events with include=profile,metric, or give pages of profiles, too (2 times)",
      "event left out: no page has its metric. Save events with include=profile,metric, or give pages of metrics, too",
      "of type coupon left out: a fixture has none",
    ]);
  });

  it("finds the profiles and metrics of events in pages of their own, in any order", async () => {
    const pages = [{ data: [event("Event000001", [ada.id, placed.id])] }, { data: [ada] }];
    const metrics = { data: [placed] };
    for (const order of [
      [...pages, metrics],
      [metrics, ...pages.toReversed()],
    ]) {
      const { events, notes } = await importPages(saved(...order));
      expect([events, notes]).toEqual([1, []]);
    }
  });

  it.each([
    ["no JSON", "{", /^FILE: no page of JSON:API: /],
    [
      "no page",
      { things: [] },
      /^FILE: no page of JSON:API: expected \{ data: \[\.\.\.\] \}, or a recording/,
    ],
    ["null", "null", /^FILE: no page of JSON:API/],
    ["a list of texts", { data: ["ada"] }, /^FILE: expected resources with type and id$/],
    [
      "odd attributes",
      { data: [{ ...ada, attributes: 7 }] },
      /^FILE: profile \S+ has attributes that are no object$/,
    ],
    ["no resource", { data: null }, /^FILE: expected resources with type and id$/],
    [
      "a metric without a name",
      { data: [{ ...placed, attributes: {} }] },
      /^FILE: metric Metr01 has no name$/,
    ],
    [
      "an event without a time",
      { data: [ada, placed, event("Event000001", [ada.id, "Metr01"], { datetime: null })] },
      /^FILE: event Event000001 has no datetime$/,
    ],
  ])("are refused for %s, with the file", async (_, page, message) => {
    expect(await refusalOf(page)).toMatch(message);
  });

  it("are refused if there is no such file, or it is a folder", async () => {
    const folder = join(newFolder(), "folder");
    mkdirSync(folder);
    await expect(importPages([folder])).rejects.toThrow(FixtureError);
    await expect(importPages([join(folder, "none.json")])).rejects.toThrow(FixtureError);
  });
});
