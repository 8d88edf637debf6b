import { describe, expect, it } from "vitest";
import { emulate, refusalOf } from "../support/emulate.ts";
import { data } from "../support/sending.ts";

const type = "template-universal-content";
const path = "/api/template-universal-content";

const html = (content: string) => ({
  content_type: "block",
  type: "html",
  data: { content, display_options: { show_on: "desktop" } },
});
const text = {
  content_type: "block",
  type: "text",
  data: {
    content: "Hi",
    display_options: { content_repeat: { repeat_for: "event.items", item_alias: "item" } },
    styles: { color: "#000000", line_height: 1.5, block_border_style: "solid", font_size: null },
  },
};
const others = ["button", "drop_shadow", "horizontal_rule", "image", "spacer"].map((each) => ({
  content_type: "block",
  type: each,
  data: { any: ["thing"] },
}));

/** An emulator whose clock stands, with some content. */
async function withContent(definition: object = html("<p>Hi</p>")) {
  const ways = await emulate({ frozenAt: "2026-08-01T00:00:00Z" });
  const created = await ways.post(path, data(type, { name: "Footer", definition }));
  const { id } = created.data;
  const read = async () => (await ways.get(`${path}/${id}`)).data.attributes;
  const change = (attributes: Readonly<Record<string, unknown>>) =>
    ways.patch(`${path}/${id}`, data(type, attributes, { id }));
  return { ...ways, created, id, read, change };
}

describe("universal content", () => {
  it.each([html("<p>Hi</p>"), text, ...others, { ...others[0], data: null }])(
    "has a definition such as $type",
    async (definition) => {
      const { created, read } = await withContent(definition);
      expect([created.status, created.data.id]).toEqual([
        201,
        expect.stringMatching(/^[0-9a-f]{32}$/),
      ]);
      expect(await read()).toMatchObject({ name: "Footer", definition });
    },
  );

  it("is shown to everybody where it does not say to whom, and its times keep their microseconds", async () => {
    const { created, read } = await withContent({
      ...html("<p>Hi</p>"),
      data: { content: "<p>Hi</p>", display_options: {} },
    });
    const shown = {
      definition: { data: { display_options: { show_on: "all", visible_check: "" } } },
      created: "2026-08-01T00:00:00.000000+00:00",
      updated: "2026-08-01T00:00:00.000000+00:00",
    };
    expect(created.data.attributes).toMatchObject(shown);
    expect(await read()).toMatchObject(shown);
  });

  it("is listed by its name and by the type of its block, renamed, and deleted", async () => {
    const { post, get, ask, change, id } = await withContent();
    await post(path, data(type, { name: "Head", definition: text }));
    const names = async (query: string) =>
      (await get(`${path}?${query}`)).many.map(({ attributes }) => attributes["name"]);
    expect(await names("sort=-name")).toEqual(["Head", "Footer"]);
    expect(await names("filter=equals(definition.type,'text')")).toEqual(["Head"]);
    expect(await names("filter=equals(definition.content_type,'block')")).toHaveLength(2);
    expect((await change({ name: "Foot" })).data.attributes["name"]).toBe("Foot");
    expect(await names("filter=any(name,['Foot'])")).toEqual(["Foot"]);
    expect((await ask("DELETE", `${path}/${id}`)).status).toBe(204);
    expect((await get(`${path}/${id}`)).status).toBe(404);
  });

  it.each([
    [{ definition: html("") }, "/data/attributes/name"],
    [{ name: "A" }, "/data/attributes/definition"],
    [{ name: "A", definition: { ...text, type: "video" } }, "/data/attributes/definition/type"],
    [{ name: "A", definition: { ...text, data: {} } }, "/data/attributes/definition/data/content"],
    [
      { name: "A", definition: { ...text, content_type: "section" } },
      "/data/attributes/definition/content_type",
    ],
    [
      {
        name: "A",
        definition: { ...html(""), data: { content: "", display_options: { show_on: "tv" } } },
      },
      "/data/attributes/definition/data/display_options/show_on",
    ],
  ])("is refused with %o", async (attributes, pointer) => {
    const { post } = await emulate();
    expect(refusalOf(await post(path, data(type, attributes)))).toEqual([400, "invalid", pointer]);
  });

  it("is never of another type of block than at first", async () => {
    const { change } = await withContent();
    const pointer = "/data/attributes/definition/type";
    expect(refusalOf(await change({ definition: text }))).toEqual([400, "invalid", pointer]);
  });

  it("has blocks of HTML and text alone in revisions before 2025-04-15", async () => {
    const { post } = await emulate();
    const asked = { headers: { revision: "2025-01-15" } };
    const answers = [];
    for (const definition of [html("x"), text, others[0]]) {
      answers.push(await post(path, data(type, { name: "A", definition }), asked));
    }
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 400]);
  });
});

describe("a screenshot of universal content", () => {
  it("is generated, and there after a few seconds, as an image of the emulator's own", async () => {
    const { emulator, created, read } = await withContent();
    expect(created.data.attributes).toMatchObject({
      screenshot_status: "generating",
      screenshot_url: "",
    });
    await emulator.clock.advance("10s");
    const { screenshot_status, screenshot_url } = await read();
    expect(screenshot_status).toBe("completed");
    const picture = await emulator.fetch(String(screenshot_url));
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it("is stale once the definition changes, until the next one takes its place", async () => {
    const { emulator, change, read } = await withContent();
    await emulator.clock.advance("10s");
    const before = String((await read())["screenshot_url"]);
    await change({ definition: html("<p>Bye</p>") });
    expect(await read()).toMatchObject({ screenshot_status: "stale", screenshot_url: before });
    await emulator.clock.advance("10s");
    const { screenshot_status, screenshot_url } = await read();
    expect(screenshot_status).toBe("completed");
    expect(screenshot_url).not.toBe(before);
    expect((await emulator.fetch(before)).status).toBe(404);
  });

  it("stays where only the name changes", async () => {
    const { emulator, change, read } = await withContent();
    await emulator.clock.advance("10s");
    const before = await read();
    const { data: changed } = await change({ name: "Foot" });
    expect(changed.attributes["screenshot_url"]).toBe(before["screenshot_url"]);
  });

  it("is of the last definition where that changes while it is made", async () => {
    const { emulator, change, read } = await withContent();
    await emulator.clock.advance("6s");
    await change({ definition: html("<p>Bye</p>") });
    await emulator.clock.advance("6s");
    expect((await read())["screenshot_status"]).toBe("generating");
    await emulator.clock.advance("4s");
    expect((await read())["screenshot_status"]).toBe("completed");
  });

  it.each([
    [html("{% if %}"), "failed"],
    [html(" "), "not_renderable"],
    [others[4] ?? {}, "not_renderable"],
  ])("of %o is %s", async (definition, status) => {
    const { emulator, read } = await withContent(definition);
    await emulator.clock.advance("10s");
    expect(await read()).toMatchObject({ screenshot_status: status, screenshot_url: "" });
  });

  it("goes with its content", async () => {
    const { emulator, ask, id, read } = await withContent();
    await emulator.clock.advance("10s");
    const { screenshot_url } = await read();
    await ask("DELETE", `${path}/${id}`);
    expect((await emulator.fetch(String(screenshot_url))).status).toBe(404);
  });
});
