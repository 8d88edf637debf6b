import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { dots } from "../support/form.ts";
import { planText } from "./support.ts";

const png = dots.png.toString("base64");
const block = "{ content_type: block, type: html, data: { content: Hi, display_options: {} } }";

const shop = `
company_id: Tests1
keys: [{ name: full, scopes: full }]
templates:
  - { id: Hello1, name: Hello, html: "<p>{{ first_name }}</p>", text: "{{ first_name }}", created: -2d }
  - { name: Bye, editor_type: SYSTEM_DRAGGABLE, definition: { body: {} }, created: -1d }
universal_content:
  - { id: 0123456789abcdef0123456789abcdef, name: Footer, definition: ${block} }
  - { name: Rule, definition: { content_type: block, type: video, data: null }, screenshot_status: failed }
images:
  - { id: "123456789", name: Logo, data: ${png}, created: -1d }
  - { name: Dot, data: "data:image/gif;base64,${dots.gif.toString("base64")}", hidden: true }
`;

describe("what messages are made of, in a fixture", () => {
  it("is there, with what it says and what follows from it", async () => {
    const { get } = await emulate({ fixtures: [fixtureFile(shop)] });
    const [hello, bye] = (await get("/api/templates?sort=created")).many;
    expect([hello?.id, hello?.attributes]).toMatchObject([
      "Hello1",
      {
        editor_type: "CODE",
        html: "<html><head></head><body><p>{{ first_name }}</p></body></html>",
        text: "{{ first_name }}",
        created: "2026-07-18T12:00:00+00:00",
      },
    ]);
    expect(bye?.attributes).toMatchObject({ name: "Bye", text: null });
    expect(bye?.attributes["html"]).toMatch(/^<!DOCTYPE html>.*<\/html>$/s);
    const content = (await get("/api/template-universal-content?sort=name")).many;
    expect(content.map(({ attributes }) => attributes["screenshot_status"])).toEqual([
      "completed",
      "failed",
    ]);
    expect(content[0]?.id).toBe("0123456789abcdef0123456789abcdef");
    const images = (await get("/api/images?filter=any(hidden,[true,false])&sort=name")).many;
    expect(images.map(({ attributes }) => attributes)).toMatchObject([
      { name: "Dot", format: "gif", hidden: true, size: dots.gif.length },
      { name: "Logo", format: "png", hidden: false, size: dots.png.length },
    ]);
  });

  it("has its bytes served", async () => {
    const { emulator, get } = await emulate({ fixtures: [fixtureFile(shop)] });
    const logo = (await get("/api/images/123456789")).data.attributes["image_url"];
    const footer = (await get("/api/template-universal-content?sort=name")).many[0];
    for (const url of [logo, footer?.attributes["screenshot_url"]]) {
      expect((await emulator.fetch(String(url))).status).toBe(200);
    }
  });

  it.each([
    ["templates: [{ id: Tem, name: A }]", /six letters and digits/],
    ["templates: [{ name: A }, { name: A }]", /a template 'A' is already at/],
    ["templates: [{ name: A, editor_type: PAPER }]", /editor_type/],
    ["universal_content: [{ name: A }]", /definition/],
    ["universal_content: [{ name: A, definition: { content_type: block, type: x } }]", /type/],
    [
      "images: [{ name: A, data: AAAA }]",
      /expected the bytes of an image in base64: jpeg, png, gif/,
    ],
    [`images: [{ id: "1", name: A, data: ${png} }]`, /nine digits/],
    [
      `images: [{ name: A, data: ${Buffer.concat([dots.png, Buffer.alloc(5_000_000)]).toString("base64")} }]`,
      /at most 5000000 bytes/,
    ],
  ])("is refused where it makes no sense", async (text, message) => {
    await expect(planText(text)).rejects.toThrow(message);
  });
});
