import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { block, design, row, section } from "../domain/design/designs.ts";
import { runHere } from "../support/cli.ts";
import { emulate } from "../support/emulate.ts";
import { newFolder } from "../support/data-folder.ts";

const html = `<p>{{ first_name|uper }} {{ person.size }} {{ person.hat|default:"none" }}</p>
{% iff person.vip %}<a href="/sale">Sale</a>{% endif %}
{% for each in feeds.News.items %}{{ each.title }}{% endfor %}
<a href=https://shop.example>Shop</a> <a href="mailto:a@b.example">Us</a> <a href="https://a.example">A</a>
{{ event.price|floatformat:}}`;

it("template lint says of each mistake where it is, and exits with 1", async () => {
  const { emulator } = await emulate({ port: 0 });
  await emulator.seed({
    profiles: [{ email: "ada@example.com", first_name: "Ada" }],
    templates: [{ name: "Fine", id: "Letter", html: "<p>Hi {{ first_name }}</p>" }],
  });
  const file = join(newFolder(), "letter.html");
  await writeFile(file, html);
  const lint = (...words: string[]) =>
    runHere(["template", "lint", ...words, "--url", emulator.url]);
  const { stdout, code } = await lint(file, "--profile", "ada@example.com");
  expect([stdout.replaceAll(file, "F").trim().split("\n"), code]).toEqual([
    [
      "F:1:18 there is no such filter (did you mean upper?), found 'uper'",
      "F:1:29 missing: person.size",
      "F:2:3 there is no tag 'iff' (did you mean if?)",
      "F:2:30 clicks not counted: /sale",
      "F:3:16 missing: feeds.News.items",
      "F:4:9 clicks not counted: https://shop.example",
      "F:5:28 no blank may stand beside the ':' of a filter, the tag ends",
    ],
    1,
  ]);
  const fine = await lint("Letter", "--profile", "ada@example.com");
  expect([fine.stdout, fine.code]).toEqual(["No findings.\n", 0]);
  const { stdout: json } = await lint("Letter", "--json");
  expect(JSON.parse(json)).toEqual({ findings: [] });
  const unknown = await lint("letter");
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringContaining("no template with id letter"),
  ]);
});

it.each([
  ["empty.html", " \n", /empty\.html is empty: there is nothing to check/],
  ["large.html", "x".repeat(450_001), /large\.html: .*450/],
  [
    "odd.json",
    '{"body":{"sections":[1,null,{"rows":"x"}]}}',
    /odd.json: definition.*styles. is required/,
  ],
  ["none.json", "{}", /none.json: definition.*body. is required/],
  ["list.json", "[]", /definition/],
  ["utf-16.html", Buffer.from("<p>", "utf16le").fill(255, 0, 1), /utf-16\.html: is no UTF-8 text/],
  [
    "nowhere.html",
    undefined,
    /nowhere\.html: there is no such file\. Give a file, or a template's id/,
  ],
])("template lint does not pass %s, and says why", async (name, text, said) => {
  const { emulator } = await emulate({ port: 0 });
  const file = join(newFolder(), name);
  if (text !== undefined) await writeFile(file, text);
  const { code, stdout, stderr } = await runHere(["template", "lint", file, "--url", emulator.url]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(said);
});

it("template lint reads a definition of drag and drop, and texts", async () => {
  const { emulator } = await emulate({ port: 0 });
  const folder = newFolder();
  const written = block("text", { content: "{{ a|b }}" });
  const files = {
    "d.json": JSON.stringify(design([section([row("1-column", [written])])])),
    "t.txt": "{{ a|b }}",
    "broken.json": "{",
  };
  const said: unknown[] = [];
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
    const ran = await runHere(["template", "lint", join(folder, name), "--url", emulator.url]);
    said.push([ran.code, (ran.stdout + ran.stderr).includes("no such filter")]);
  }
  expect(said).toEqual([
    [1, true],
    [1, true],
    [2, false],
  ]);
});
