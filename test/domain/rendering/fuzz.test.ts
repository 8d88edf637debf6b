import { expect, it } from "vitest";
import { compile, tags as known } from "../../../src/domain/rendering/template.ts";
import { TemplateError } from "../../../src/domain/rendering/template-error.ts";
import { Dice } from "../../../src/world/dice.ts";
import { filters } from "../../../src/domain/rendering/filters.ts";
import { snippetContext, snippets } from "./snippets.ts";

const runs = Number(process.env["TEMPLATE_FUZZ"] ?? 3000);

const values = [
  "a",
  "event",
  "event.items",
  "event.items.0.p",
  "n",
  "none",
  "'x y'",
  "''",
  "-1",
  "0.5",
  "99999999",
  "True",
  "deep",
];
const tags = [
  "if a",
  "if not a in event",
  "elif n > 1",
  "else",
  "endif",
  "for i in event.items",
  "for k, v in event.items.0.items",
  "empty",
  "endfor",
  "with a=event",
  "endwith",
  "comment",
  "endcomment",
  "catalog n",
  "endcatalog",
  "unsubscribe",
  "for c in 'abcdefgh'",
  "if",
  "for",
  ...known.keys(),
  "endautoescape",
  "endfilter",
  "endspaceless",
  "endifchanged",
  "autoescape off",
  "filter upper",
  "cycle 'a' n as c silent",
  "cycle c",
  "regroup event.items by t as g",
  "for x, y in g",
  "ifchanged a n",
  "widthratio n 3 100 as w",
  "firstof none a 'x' as f",
  "now 'DATE_FORMAT'",
  "coupon_code a",
];
const noise = [
  "{{",
  "}}",
  "{%",
  "%}",
  "{#",
  "#}",
  "|",
  ":",
  "'",
  '"',
  "\\",
  "\n",
  " ",
  "\ud800",
  "é",
  ".",
  "$",
  "=",
  ",",
  "{% endfor %}",
];

const context = { ...snippetContext, deep: [[[["<", { k: [] }]]]], a: "O'Brien 2026-01-01" };

/** Templates that are nearly right, and some that are nothing. */
function templateOf(dice: Dice): string {
  const pick = (from: readonly string[]) => from[dice.integer(0, from.length - 1)] ?? "";
  const names = [...filters.keys()];
  const filtered = () => {
    let text = pick(values);
    for (let count = dice.integer(0, 3); count > 0; count -= 1) {
      text += `|${pick(names)}${dice.integer(0, 2) === 0 ? "" : `:${pick(values)}`}`;
    }
    return text;
  };
  const part = [
    () => `{{ ${filtered()} }}`,
    () => `{% ${pick(tags)} %}`,
    () => `{% if ${filtered()} == ${filtered()} %}y{% endif %}`,
    () => `{% for i in ${filtered()} %}{{ i }}{% endfor %}`,
    () => pick(noise),
    () => pick(snippets.map(([template]) => template)),
  ];
  let text = "";
  for (let count = dice.integer(1, 8); count > 0; count -= 1) {
    text += part[dice.integer(0, part.length - 1)]?.();
  }
  return text;
}

it("compiling and rendering whatever comes throws nothing but its own error", () => {
  const dice = Dice.from("templates", "fuzz");
  const seen = { rendered: 0, refused: 0 };
  for (let run = 0; run < runs; run += 1) {
    const template = templateOf(dice);
    try {
      compile(template).render(context, { now: 0 });
      seen.rendered += 1;
    } catch (error) {
      if (!(error instanceof TemplateError))
        throw new Error(JSON.stringify(template), { cause: error });
      seen.refused += 1;
    }
  }
  expect(seen.rendered + seen.refused).toBe(runs);
  expect(Math.min(seen.rendered, seen.refused)).toBeGreaterThan(runs / 20);
});
