import { describe, expect, it } from "vitest";
import { createEmulator } from "../../src/index.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

const feed =
  "{ name: Menu, url: https://feeds.example.com/menu, request_method: get, content_type: json";
const fixture = (items: string) => fixtureFile(`company_id: Tests1\nweb_feeds: [${items}]\n`);

const failure = async (items: string) =>
  createEmulator({ fixtures: [fixture(items)] }).then(
    () => "",
    (error: Error) => error.message.replace(/^.*?:(?=\d)/, ""),
  );

describe("a kind of record whose items are its creation body", () => {
  it("is written as the API writes it, with an id and an instant of its own", async () => {
    const { emulator, get, post } = await emulate({
      fixtures: [fixture(`${feed}, id: "100000007", created: -2d }`)],
    });
    const { data } = await get("/api/web-feeds/100000007");
    const { created, updated, ...said } = data.attributes;
    expect([created, updated]).toEqual(Array(2).fill("2026-07-18T12:00:00+00:00"));
    const attributes = {
      name: "Menu2",
      url: "https://feeds.example.com/menu",
      request_method: "get",
      content_type: "json",
    };
    const { data: own } = await post("/api/web-feeds", { data: { type: "web-feed", attributes } });
    expect({ ...said, name: "Menu2" }).toEqual(
      Object.fromEntries(
        Object.entries(own.attributes).filter(([name]) => !/^(created|updated)$/.test(name)),
      ),
    );
    expect(emulator.state.counts()["web-feeds"]).toBe(2);
  });

  it("has ids that are the same at every start", async () => {
    const ids = async () => {
      const { get } = await emulate({ fixtures: [fixture(`${feed} }`)] });
      return (await get("/api/web-feeds")).many.map(({ id }) => id);
    };
    expect(await ids()).toEqual(await ids());
  });

  it.each([
    [`${feed}, colour: red }`, "2: web_feeds[0].colour: unknown member"],
    ["{ name: Menu }", "2: web_feeds[0].url: the field 'url' is required"],
    [`${feed}, id: seven }`, "2: web_feeds[0].id: expected nine digits, not 'seven'"],
    [`${feed} }, ${feed} }`, "2: web_feeds[1].name: a web feed 'Menu' is already at"],
    [`${feed}, created: 2d }`, "2: web_feeds[0].created: expected a time in the past"],
  ])("is refused with its line: %s", async (items, expected) => {
    expect(await failure(items)).toContain(expected);
  });

  it("is added to a running emulator, and not twice", async () => {
    const { emulator } = await emulate();
    const item = {
      id: "100000008",
      name: "Menu",
      url: "https://feeds.example.com/menu",
      request_method: "get",
      content_type: "json",
    } as const;
    await emulator.seed({ web_feeds: [item] });
    expect(emulator.state.counts()["web-feeds"]).toBe(1);
    await expect(emulator.seed({ web_feeds: [item] })).rejects.toThrow(
      "the web feed '100000008' is there already",
    );
  });
});
