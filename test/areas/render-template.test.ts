import { describe, expect, it } from "vitest";
import { emulate, refusalOf } from "../support/emulate.ts";
import { data } from "../support/sending.ts";

const path = "/api/template-render";

/** An emulator with a template, and what renders that. */
async function withTemplate(attributes: object) {
  const ways = await emulate();
  const given = { name: "Hello", editor_type: "CODE", ...attributes };
  const { id } = (await ways.post("/api/templates", data("template", given))).data;
  const render = (context: object, query = "") =>
    ways.post(path + query, data("template", { context }, { id }));
  return { ...ways, id, render };
}

const html = (body: string) => `<html><head></head><body>${body}</body></html>`;

describe("rendering a template", () => {
  it("renders its HTML, its text and its AMP, and writes nothing", async () => {
    const given = {
      html: html("<p>Hi {{ first_name|default:'you' }}</p>{% unsubscribe %}"),
      text: "Hi {{ first_name }}",
      amp: "<b>{{ first_name }}</b>",
    };
    const { get, id, render } = await withTemplate(given);
    const rendered = await render({ first_name: "A&B" });
    expect([rendered.status, rendered.data.id]).toEqual([200, id]);
    expect(rendered.data.attributes).toMatchObject({
      name: "Hello",
      html: html("<p>Hi A&amp;B</p>[unsubscribe_tag]"),
      text: "Hi A&B",
      amp: "<b>A&amp;B</b>",
    });
    expect((await get(`/api/templates/${id}`)).data.attributes).toMatchObject(given);
  });

  it("leaves null what the template has not", async () => {
    const { render } = await withTemplate({ html: html("x") });
    expect((await render({})).data.attributes).toMatchObject({ text: null, amp: null });
  });

  it("answers with the fields that are asked for", async () => {
    const { render } = await withTemplate({ text: "{{ a }}" });
    const { attributes } = (await render({ a: 1 }, "?fields[template]=text")).data;
    expect(attributes).toEqual({ text: "1" });
  });

  it("shows items of the catalog", async () => {
    const { post, render } = await withTemplate({
      text: "{% catalog sku %}{{ catalog_item.title }}{% endcatalog %}",
    });
    const item = { external_id: "7", title: "Lamp", description: "", url: "https://a.example/7" };
    await post("/api/catalog-items", data("catalog-item", item));
    expect((await render({ sku: 7 })).data.attributes["text"]).toBe("Lamp");
  });

  it("is refused for a template that is not there", async () => {
    const { post } = await emulate();
    const answer = await post(path, data("template", { context: {} }, { id: "Nobody" }));
    expect(refusalOf(answer)).toEqual([404, "not_found", "/data/"]);
  });

  it.each([
    [{}, "/data/attributes/context"],
    [{ context: [] }, "/data/attributes/context"],
    [{ context: {}, html: "x" }, "/data/attributes/html"],
  ])("is refused with %o", async (attributes, pointer) => {
    const { post } = await emulate();
    const answer = await post(path, data("template", attributes, { id: "Nobody" }));
    expect(refusalOf(answer)).toEqual([400, "invalid", pointer]);
  });

  it("is refused for each body that is no template, with the place", async () => {
    const { render } = await withTemplate({ html: html("{% if a %}"), text: "{{ a|nosuch }}" });
    const { status, errors } = await render({});
    expect(status).toBe(400);
    expect(errors.map(({ source, detail }) => [source?.pointer, detail])).toEqual([
      ["/data/attributes/html", "html, line 1, column 28: 'if' is not closed: add {% endif %}."],
      ["/data/attributes/text", "text, line 1, column 6: there is no such filter, found 'nosuch'."],
    ]);
  });

  it("is refused where it takes a billion steps, with the bound", async () => {
    const loop = (inner: string) => `{% for i in l %}${inner}{% endfor %}`;
    const { render } = await withTemplate({ text: loop(loop(loop("x"))) });
    const answer = await render({ l: Array.from({ length: 1000 }, (_, index) => index) });
    expect(refusalOf(answer)).toEqual([400, "invalid", "/data/attributes/text"]);
    expect(answer.errors[0]?.detail).toContain("more than 1,000,000 steps");
  });
});
