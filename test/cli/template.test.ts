import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
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

it("template lint reads a definition of drag and drop, and texts", async () => {
  const { emulator } = await emulate({ port: 0 });
  const folder = newFolder();
  const styles = {};
  const block = {
    content_type: "block",
    type: "text",
    data: { content: "{{ a|b }}", display_options: {}, styles },
  };
  const rows = [{ columns: [{ blocks: [block] }] }];
  const files = {
    "d.json": JSON.stringify({ body: { sections: [{ content_type: "section", rows }] } }),
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
