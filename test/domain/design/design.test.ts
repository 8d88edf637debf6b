import { describe, expect, it } from "vitest";
import { emulate } from "../../support/emulate.ts";
import { block, blocks, design, everything, row, section } from "./designs.ts";

const one = (...of: readonly object[]) => design([section([row("1-column-full-width", of)])]);

const body = (type: string, attributes: object, id?: string) => ({
  data: { type, id, attributes },
});

async function templateOf(definition: object) {
  const client = await emulate();
  const said = { name: "Spring", editor_type: "USER_DRAGGABLE", definition };
  const { data } = await client.post("/api/templates", body("template", said));
  return { ...client, id: data.id, html: String(data.attributes["html"]) };
}

async function shown(definition: object, context: object = {}): Promise<string> {
  const { post, id } = await templateOf(definition);
  const { data } = await post("/api/template-render", body("template", { context }, id));
  return String(data.attributes["html"]);
}

describe("a template put together by drag and drop", () => {
  it.each([
    ["text", "Hello Ada"],
    ["image", 'alt="Spring"'],
    ["button", 'href="https://shop.example/spring?a=1&amp;b=2"'],
    ["coupon", "[coupon_code_tag]"],
    ["horizontal_rule", "border-top:1px solid #cccccc"],
    ["spacer", "height:24px"],
    ["drop_shadow", "linear-gradient(#999999"],
    ["html", "Own <b>HTML</b>"],
    ["product", "Chair"],
    ["split", "Words beside a picture."],
    ["review", "&#9733;&#9733;&#9733;&#9733;</div>"],
    ["video", 'href="https://video.example/1"'],
    ["social", 'href="https://social.example/i"'],
    ["header", "https://shop.example/sale"],
  ] as const)("shows its %s", async (type, text) => {
    expect(await shown(one(blocks[type]), { first_name: "Ada" })).toContain(text);
  });

  it("repeats the rows of a table for each item of an event", async () => {
    const items = [
      { name: "Lamp", price: 20 },
      { name: "Chair", price: 80.5 },
    ];
    const html = await shown(one(blocks.table), { event: { items } });
    expect(html.match(/Lamp|20\.00|Chair|80\.50/g)).toEqual(["Lamp", "20.00", "Chair", "80.50"]);
  });

  it("shows what it says only where its check holds, on its screens, and for each item", async () => {
    const said = (display_options: object) =>
      block("text", { content: "[{{ x }}]", display_options });
    const html = await shown(
      one(
        said({ visible_check: "vip" }),
        said({ visibility: { check: "not vip" } }),
        said({ show_on: "mobile" }),
        said({ content_repeat: { repeat_for: "xs", item_alias: "x" } }),
      ),
      { vip: true, xs: [1, 2] },
    );
    expect(html.match(/\[\d?\]/g)).toEqual(["[]", "[]", "[1]", "[2]"]);
    expect(html.match(/class="only-mobile"/g)).toHaveLength(1);
  });

  it("is written in tables whose tags are all closed", async () => {
    const { html } = await templateOf(everything);
    for (const tag of ["table", "tr", "td", "div", "a", "span"]) {
      const count = (form: string) => html.split(new RegExp(`${form}[ >]`)).length;
      expect([tag, count(`<${tag}`)]).toEqual([tag, count(`</${tag}`)]);
    }
  });

  it("shows universal content as it is now", async () => {
    const { get, post, patch, id } = await templateOf(one(blocks.text));
    const type = "template-universal-content";
    const text = (content: string) => {
      const data = { content, display_options: {}, styles: {} };
      return { content_type: "block", type: "text", data };
    };
    const said = { name: "Foot", definition: text("Old") };
    const { data } = await post(`/api/${type}`, body(type, said));
    const definition = one({ ...text("?"), universal_id: data.id });
    const htmlNow = async () => (await get(`/api/templates/${id}`)).data.attributes["html"];
    await patch(`/api/templates/${id}`, body("template", { definition }, id));
    expect(await htmlNow()).toContain(">Old<");
    await patch(`/api/${type}/${data.id}`, body(type, { definition: text("New") }, data.id));
    expect(await htmlNow()).toContain(">New<");
  });

  it("writes nothing of a definition out of its attributes", async () => {
    const { html } = await templateOf(
      one(block("button", { content: "x", properties: { href: 'https://a.example/"><script>' } })),
    );
    expect(html).not.toContain("<script");
  });
});
