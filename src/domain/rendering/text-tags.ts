import { type Reading, type Tag, type Tags, type Render, inner } from "./tree.ts";
import { expressionIn } from "./expression.ts";
import { strftime } from "./moment.ts";
import { textOf } from "./values.ts";

const paragraph =
  "Lorem ipsum dolor sit amet, consectetur adipisicing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur. Excepteur sint occaecat cupidatat non proident, sunt in culpa qui officia deserunt mollit anim id est laborum.";
const words = paragraph
  .slice(0, paragraph.indexOf("."))
  .toLowerCase()
  .replaceAll(",", "")
  .split(" ");

const countMax = 1000;

/** So many words, paragraphs of HTML (`p`), or blocks of text (`b`). @guess render_template: The tag `lorem` always gives the same words. */
function lorem(count: number, kind: string): string {
  const many = <T>(of: (at: number) => T) =>
    Array.from({ length: Math.min(countMax, Math.max(0, count)) }, (_, at) => of(at));
  if (kind === "w") return many((at) => words[at % words.length]).join(" ");
  return many(() => (kind === "p" ? `<p>${paragraph}</p>` : paragraph)).join("\n\n");
}

function loremTag({ tag }: Reading): Render {
  const words = tag.rest().split(" ");
  const given = words.filter((word) => word !== "random" && word !== "");
  const kind = given.at(-1);
  const isKind = kind === "w" || kind === "p" || kind === "b";
  const count = Number(given.length > (isKind ? 1 : 0) ? given[0] : 1);
  return (to) => to.write(lorem(Number.isInteger(count) ? count : 1, isKind ? kind : "b"));
}

const marks = ["unsubscribe", "manage_preferences", "web_view"].flatMap((name) => [
  name,
  `${name}_link`,
]);

function markTag({ name, tag }: Reading): Render {
  const text = tag.takeText();
  tag.rest();
  return (to) => to.write(to.surroundings.mark?.(name, text) ?? `[${name}_tag]`);
}

function couponTag({ tag }: Reading): Render {
  const of = expressionIn(tag);
  tag.end();
  return (to, scope) => {
    const coupon = textOf(to.valueOf(of, scope));
    to.write(to.surroundings.couponCode?.(coupon) ?? "[coupon_code_tag]");
  };
}

/** An id, and perhaps `integration="…"`, which is only read. */
function catalogTag({ tag, body: upTo }: Reading): Render {
  const id = expressionIn(tag);
  while (tag.peek.kind !== "end") {
    tag.takeName("NAME=VALUE");
    if (!tag.takeIf("=")) tag.fail("expected '='");
    expressionIn(tag);
  }
  const body = upTo("endcatalog");
  return (to, scope) => {
    const item = to.surroundings.catalogItem?.(textOf(to.valueOf(id, scope)));
    to.nodes(body, inner(scope, { catalog_item: item }));
  };
}

const dateTag =
  (usual: string): Tag =>
  ({ tag }) => {
    const form = tag.takeText() ?? usual;
    tag.end();
    return (to) => to.write(strftime(new Date(to.today.wall), form));
  };

const signs: Readonly<Record<string, string>> = {
  openblock: "{%",
  closeblock: "%}",
  openvariable: "{{",
  closevariable: "}}",
  openbrace: "{",
  closebrace: "}",
  opencomment: "{#",
  closecomment: "#}",
};

function templatetagTag({ tag }: Reading): Render {
  const sign =
    signs[tag.takeName("the name of a sign")] ??
    tag.fail(`expected one of ${Object.keys(signs).join(", ")}`);
  tag.end();
  return (to) => to.write(sign);
}

/** Tags that write a text, with the service's own. @guess render_template: A date without a format is written as `2026-01-31`, months and weekdays by their English names. */
export const textTags: Tags = {
  templatetag: templatetagTag,
  lorem: loremTag,
  ...Object.fromEntries(marks.map((name) => [name, markTag])),
  coupon_code: couponTag,
  catalog: catalogTag,
  today: dateTag("%Y-%m-%d"),
  current_year: dateTag("%Y"),
  current_day: dateTag("%d"),
  current_month_name: dateTag("%B"),
  current_weekday: dateTag("%A"),
};
