import { expressionIn } from "./expression.ts";
import { strftime } from "./moment.ts";
import type { Reading, Tag, Tags } from "./tag.ts";
import { textOf } from "./text-of.ts";
import { inner, type Render } from "./tree.ts";

/** Tags that a message has its own text for; each may have another in quotes. */
const marks = [
  "unsubscribe",
  "unsubscribe_link",
  "manage_preferences",
  "manage_preferences_link",
  "web_view",
  "web_view_link",
];

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

/** The date of now, in a form of `strftime`. @param usual where the tag says none */
const dateTag =
  (usual: string): Tag =>
  ({ tag }) => {
    const form = tag.takeText() ?? usual;
    tag.end();
    return (to) => to.write(strftime(new Date(to.today.wall), form));
  };

/** The service's own tags. @guess render_template: A date without a format is written as `2026-01-31`, months and weekdays by their English names. */
export const serviceTags: Tags = {
  ...Object.fromEntries(marks.map((name) => [name, markTag])),
  coupon_code: couponTag,
  catalog: catalogTag,
  today: dateTag("%Y-%m-%d"),
  current_year: dateTag("%Y"),
  current_day: dateTag("%d"),
  current_month_name: dateTag("%B"),
  current_weekday: dateTag("%A"),
};
