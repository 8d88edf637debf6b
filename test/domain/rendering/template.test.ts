import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filters } from "../../../src/domain/rendering/filters.ts";
import { tags, compile } from "../../../src/domain/rendering/template.ts";
import { TemplateError } from "../../../src/domain/rendering/template-error.ts";
import { glossary, glossaryContext } from "./glossary.ts";
import { snippetContext, snippets } from "./snippets.ts";

const now = Date.UTC(2026, 7, 4, 13, 5);
const render = (template: string, context: object = snippetContext, escapes = true) =>
  compile(template, { escapes }).render({ ...context }, { now });

function errorOf(run: () => unknown): TemplateError {
  try {
    run();
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

const isWhole = (snippet: readonly [string, string | undefined]): snippet is [string, string] =>
  snippet[1] !== undefined;

describe("the template language", () => {
  it.each(snippets.filter(isWhole))("renders %s", (template, text) => {
    expect(render(template)).toBe(text);
  });

  it.each(snippets.filter((each) => !isWhole(each)))("refuses %s", (template) => {
    expect(errorOf(() => compile(template)).kind).toBe("syntax");
  });

  it.each([
    ["{{ a|default:b }}", { b: 2 }, "2"],
    ["{{ a }} {{ b }} {{ c }}", { a: true, b: null, c: 1.5 }, "True None 1.5"],
    ["{{ a }}", { a: [1, "x", { k: null }] }, "[1, &#x27;x&#x27;, {&#x27;k&#x27;: None}]"],
    ["{{ a.b.c.d }}|", { a: { b: 1 } }, "|"],
    ["{{ a.constructor }}{{ constructor }}{{ a.length }}|", { a: {} }, "|"],
    ["{{ '<b>' }}{{ a|default:'<i>' }}", {}, "<b><i>"],
    ["{{ a|upper|safe }}", { a: "<b>" }, "<B>"],
    ["{{ a|escape|escape }}", { a: "<" }, "&lt;"],
    ["{{ a|join:', ' }}", { a: ["<", 1] }, "&lt;, 1"],
    ["{{ a|join:'<br>' }}", { a: ["x", "y"] }, "x<br>y"],
    ["{{ a|first }}{{ a|last }}{{ a|index:1 }}", { a: ["x", "y", "z"] }, "xzy"],
    ["{{ a|slice:':2' }} {{ a|slice:'-1:' }}", { a: "abc" }, "ab c"],
    ["{{ a|replace:'-','+' }} {{ a|replace:'-' }}", { a: "1-2-3" }, "1+2+3 123"],
    ["{% for x in a|split:',' %}[{{ x }}]{% endfor %}", { a: "1,2" }, "[1][2]"],
    ["{{ a|striptags }}", { a: "<p>Hi <b>you</b></p> 1 < 2" }, "Hi you 1 &lt; 2"],
    ["{{ a|urlencode }}", { a: "a b/ü?\ud800" }, "a%20b/%C3%BC%3F%EF%BF%BD"],
    [
      "{{ a|title }} {{ a|capitalize }}",
      { a: "o'brien's dog" },
      "O&#x27;Brien&#x27;s Dog O&#x27;brien&#x27;s dog",
    ],
    ["{{ a|truncatechars:4 }}", { a: "a😀bcdef" }, "a😀b…"],
    [
      "{{ a|floatformat:'2g' }} {{ a|floatformat:-2 }}",
      { a: -1234567.125 },
      "-1,234,567.13 -1234567.13",
    ],
    ["{{ 2|floatformat }} {{ 2|floatformat:-2 }} {{ 'x'|floatformat }}|", {}, "2 2 |"],
    ["{{ a|add:b }} {{ '3'|add:'4' }} {{ 'x'|add:'y' }}", { a: 1.9, b: 2 }, "3 7 xy"],
    ["{{ a|times:3 }} {{ a|divide:4 }} {{ a|divide:0 }}|", { a: 10 }, "30 2.5 |"],
    ["{{ a|ceil }} {{ a|floor }} {{ a|abs }}", { a: -1.5 }, "-1.0 -2.0 1.5"],
    ["{{ a|base64_encode }} {{ a|base64_encode|base64_decode }}", { a: "ü" }, "w7w= ü"],
    [
      "{% for i in a|dictsort:'n' %}{{ i.n }}{% endfor %}",
      { a: [{ n: 2 }, { n: 10 }, { n: 1 }] },
      "1210",
    ],
    [
      "{{ a|format_date_string|date:'j F Y, H:i' }}",
      { a: "2026-03-01T09:05:00Z" },
      "1 March 2026, 09:05",
    ],
    [
      "{{ a|format_date_string|date:'jS \\o\\f M y' }}",
      { a: "2026-03-22T23:00:00-05:00" },
      "23rd of Mar 26",
    ],
    [
      "{{ a|date:'Y' }} {{ 0|date:'Y' }} {{ 'soon'|format_date_string|date }}|",
      { a: "2026-03-01" },
      "  |",
    ],
    ["{% if a > 1 and b or c == None %}y{% endif %}", { a: 1 }, "y"],
    ["{% if a not in b %}y{% endif %}{% if 1 in b %}z{% endif %}", { a: 3, b: [1] }, "yz"],
    ["{% if a is not None %}y{% endif %}{% if a <= 2 %}z{% endif %}", { a: 2 }, "yz"],
    [
      "{% if 'k' in a %}y{% endif %}{% if a == b %}z{% endif %}",
      { a: { k: [1] }, b: { k: [1] } },
      "yz",
    ],
    ["{% if a < 'x' %}y{% else %}n{% endif %}", { a: 1 }, "n"],
    ["{% for k, v in a.items %}{{ k }}={{ v }};{% endfor %}", { a: { x: 1, y: 2 } }, "x=1;y=2;"],
    [
      "{% for x in a reversed %}{{ x }}{{ forloop.revcounter0 }}{% endfor %}",
      { a: [1, 2] },
      "2110",
    ],
    [
      "{% for x in a %}{% for y in x %}{{ forloop.parentloop.counter }}{{ y }}{% endfor %}{% endfor %}",
      { a: ["p", "q"] },
      "1p2q",
    ],
    [
      "{% with a as b %}{{ b }}{% endwith %}{% with c=a d=2 %}{{ c }}{{ d }}{% endwith %}",
      { a: 1 },
      "112",
    ],
    ["a {{ b\n}} {% c", {}, "a {{ b\n}} {% c"],
    [
      "{% manage_preferences 'Change' %}{% web_view %}",
      {},
      "[manage_preferences_tag][web_view_tag]",
    ],
  ])("renders %s", (template, context, text) => {
    expect(render(template, context)).toBe(text);
  });

  it.each(glossary)("has the service's own filters and tags: %s", (template, text) => {
    expect(render(template, glossaryContext)).toBe(text);
  });

  it("draws the same for the same message", () => {
    const template = compile("{{ a|random }}{{ a|random }}{{ a|random }}");
    const drawn = ["m1", "m1", "m2"].map((seed) =>
      template.render({ a: [...Array(100).keys()] }, { now, seed }),
    );
    expect([drawn[0] === drawn[1], drawn[0] === drawn[2]]).toEqual([true, false]);
  });

  it("has the days of the account's zone", () => {
    const template = compile("{% today %} {% now 'H:i' %}");
    const surroundings = { now, wallOf: (at: number) => at + 12 * 3_600_000 };
    expect(template.render({}, surroundings)).toBe("2026-08-05 01:05");
  });

  it("escapes nothing where it is told so", () => {
    expect(render("{{ a }}", { a: "R&D" }, false)).toBe("R&D");
  });

  it("shows an item of the catalog within its tag, and nothing where there is none", () => {
    const items = new Map([["7", { title: "Lamp" }]]);
    const template = "{% catalog id integration='shop' %}{{ catalog_item.title }}!{% endcatalog %}";
    const rendered = ["7", "8"].map((id) =>
      compile(template).render({ id }, { now, catalogItem: (each) => items.get(each) }),
    );
    expect(rendered).toEqual(["Lamp!", "!"]);
  });

  it("renders a template again as if it were the first time", () => {
    const template = compile("{% for i in a %}{{ i }}{% endfor %}");
    const rendered = [[1, 2], [3]].map((a) => template.render({ a }, { now }));
    expect(rendered).toEqual(["12", "3"]);
  });

  it.each([
    ["Hi\n{{ a|nosuch }}", "line 2, column 6: there is no such filter, found 'nosuch'"],
    [
      "{{ a|uper }}",
      "line 1, column 6: there is no such filter (did you mean upper?), found 'uper'",
    ],
    ["{% fro a in b %}", "line 1, column 3: there is no tag 'fro' (did you mean for?)"],
    ["{% if a %}\n{% for b in c %}", "line 2, column 3: 'for' is not closed: add {% endfor %}"],
    ["{% endif %}", "line 1, column 3: 'endif' closes nothing that is open"],
    ["{% if %}{% endif %}", "line 1, column 7: expected a value, the tag ends"],
    ["{% comment %}", "line 1, column 3: 'comment' is not closed: add {% endcomment %}"],
    [
      "{{ a|default }}",
      "line 1, column 6: the filter default needs an argument, as in default:\"…\", found 'default'",
    ],
    ["{{ a b }}", "line 1, column 6: not expected here, found 'b'"],
    ["{{ 'a }}", "line 1, column 4: a quoted text is not closed"],
  ])("says what is wrong with %s, and where", (template, message) => {
    expect(errorOf(() => compile(template)).message).toBe(message);
  });

  it("says how a name with other characters is written", () => {
    expect(errorOf(() => compile("{{ event.$value }}")).message).toContain("event|lookup:'$value'");
  });
});

describe("the bounds of a template", () => {
  const thousand = Array.from({ length: 1000 }, (_, index) => index);

  it("are met by a loop of a thousand times a thousand times a thousand", () => {
    const loop = (name: string, body: string) => `{% for ${name} in l %}${body}{% endfor %}`;
    const error = errorOf(() => render(loop("a", loop("b", loop("c", ""))), { l: thousand }));
    expect([error.kind, error.message]).toEqual([
      "bound",
      "line 1, column 35: the template takes more than 1,000,000 steps",
    ]);
  });

  it.each([
    [
      "a long text",
      "{% for i in l %}{% for j in l %}{{ t }}{% endfor %}{% endfor %}",
      "characters",
    ],
    [
      "a text that doubles",
      `{% with a=t %}${"{% with a=a|append:a %}".repeat(60)}${"{% endwith %}".repeat(61)}`,
      "characters",
    ],
    [
      "a list that doubles",
      `${"{% with l=l|add:l %}".repeat(60)}${"{% endwith %}".repeat(60)}`,
      "steps",
    ],
    ["a text that is replaced by longer ones", "{{ u|replace:'x',u }}", "characters"],
    [
      "large values that are compared",
      "{% for i in l %}{% for j in l %}{% if l == m %}{% endif %}{% endfor %}{% endfor %}",
      "steps",
    ],
  ])("are met by %s", (_, template, what) => {
    const context = { l: thousand, m: [...thousand], t: "x".repeat(1000), u: "x".repeat(100_000) };
    const error = errorOf(() => render(template, context));
    expect([error.kind, error.message.endsWith(what)]).toEqual(["bound", true]);
  });

  it("are met by blocks that are nested too deep", () => {
    const error = errorOf(() =>
      compile("{% if a %}".repeat(20_000) + "{% endif %}".repeat(20_000)),
    );
    expect([error.kind, error.message]).toEqual([
      "bound",
      "line 1, column 1003: blocks are nested more than 100 deep",
    ]);
  });

  it("are not met by a condition of many parts", () => {
    expect(render(`{% if ${"not ".repeat(5001)}a${" or b".repeat(5000)} %}y{% endif %}`, {})).toBe(
      "y",
    );
  });
});

it("has every filter and every tag on its page of the documents", () => {
  const page = readFileSync("docs/reference/templates.md", "utf8");
  const missing = [...filters.keys(), ...tags.keys()].filter((name) => !page.includes(name));
  expect(missing).toEqual([]);
});
