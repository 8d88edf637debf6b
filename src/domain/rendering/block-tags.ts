import { conditionIn, expressionIn, filtersIn } from "./expression.ts";
import type { Condition, Expression } from "./expression.ts";
import { type Reading, type Tags, inner, type Nodes, type Render } from "./tree.ts";
import { textOf, isObject, member, plain, Safe, type Value } from "./values.ts";
import type { Words } from "./lexer.ts";

function ifTag({ tag, until }: Reading): Render {
  const branches: { readonly when: Condition | undefined; readonly body: Nodes }[] = [];
  let when: Condition | undefined = conditionIn(tag);
  for (;;) {
    const { nodes: body, by } = until(when === undefined ? ["endif"] : ["elif", "else", "endif"]);
    branches.push({ when, body });
    if (by.name === "elif") when = conditionIn(by.tag);
    else by.tag.end();
    if (by.name === "endif") break;
    if (by.name === "else") when = undefined;
  }
  return (to, scope) => {
    const branch = branches.find(({ when }) => when === undefined || to.holds(when, scope));
    to.nodes(branch?.body ?? [], scope);
  };
}

function forTag({ tag, until, body: upTo }: Reading): Render {
  const names: string[] = [];
  do names.push(tag.takeName("the name of an item"));
  while (tag.takeIf(","));
  if (!tag.takeIf("in")) tag.fail("expected 'in'");
  const over = expressionIn(tag);
  const reversed = tag.takeIf("reversed");
  tag.end();
  const { nodes: body, by } = until(["empty", "endfor"]);
  by.tag.end();
  const ifEmpty = by.name === "empty" ? upTo("endfor") : [];
  return (to, around) => {
    const found = itemsOf(to.valueOf(over, around, null));
    if (found.length === 0) return to.nodes(ifEmpty, around);
    to.charge(found);
    const forloop: Record<string, Value> = { parentloop: to.named("forloop", around) };
    const scope = inner(around, { forloop });
    for (const [index, item] of (reversed ? found.toReversed() : found).entries()) {
      to.step();
      Object.assign(forloop, placeOf(index, found.length));
      for (const [place, name] of names.entries()) {
        scope.values[name] = names.length === 1 ? item : member(item, String(place));
      }
      to.nodes(body, scope);
    }
  };
}

const placeOf = (index: number, length: number) => ({
  counter: index + 1,
  counter0: index,
  revcounter: length - index,
  revcounter0: length - index - 1,
  first: index === 0,
  last: index === length - 1,
});

/** What a loop goes over: items, characters, or the names of an object. */
function itemsOf(given: Value): readonly Value[] {
  const value = plain(given);
  if (Array.isArray(value)) return value as readonly Value[];
  if (typeof value === "string") return [...value];
  return isObject(value) ? Object.keys(value) : [];
}

/** `a=b c=d`, or `b as a`. */
function bindingsIn(tag: Words): (readonly [name: string, value: Expression])[] {
  const named: [string, Expression][] = [];
  do {
    const first = expressionIn(tag);
    if (tag.takeIf("as")) {
      named.push([tag.takeName("a name"), first]);
      break;
    }
    const { source, applied } = first;
    const [name, ...more] = source.kind === "path" ? source.names : [];
    if (name === undefined || more.length + applied.length > 0) tag.fail("expected NAME=VALUE");
    if (!tag.takeIf("=")) tag.fail("expected '='");
    named.push([name as string, expressionIn(tag)]);
  } while (tag.peek.kind !== "end");
  tag.end();
  return named;
}

function withTag({ tag, body: upTo }: Reading): Render {
  const named = bindingsIn(tag);
  const body = upTo("endwith");
  return (to, around) => {
    const values = named.map(([name, value]) => [name, to.valueOf(value, around)] as const);
    to.nodes(body, inner(around, Object.fromEntries(values)));
  };
}

function autoescapeTag({ tag, body: upTo }: Reading): Render {
  const word = tag.takeName("'on' or 'off'");
  if (word !== "on" && word !== "off") tag.fail("expected 'on' or 'off'");
  tag.end();
  const body = upTo("endautoescape");
  return (to, scope) => {
    const before = to.escapes;
    to.escapes = word === "on";
    to.nodes(body, scope);
    to.escapes = before;
  };
}

function filterTag({ tag, body: upTo }: Reading): Render {
  const applied = filtersIn(tag.after("|"));
  tag.end();
  if (applied.some(({ name }) => name === "safe" || name === "escape")) {
    tag.fail("escape and safe are no filters of a block: use autoescape");
  }
  const body = upTo("endfilter");
  return (to, scope) => {
    to.write(textOf(to.filtered(applied, new Safe(to.captured(body, scope)), scope)));
  };
}

function spacelessTag({ tag, body: upTo }: Reading): Render {
  tag.end();
  const body = upTo("endspaceless");
  return (to, scope) => to.write(to.captured(body, scope).trim().replace(/>\s+</g, "><"));
}

function verbatimTag({ tag, name, until }: Reading): Render {
  const label = tag.rest();
  const { nodes, by } = until([`end${name}`]);
  if (by.tag.rest() !== label) by.tag.fail("not expected here");
  return (to, scope) => to.nodes(nodes, scope);
}

export const blockTags: Tags = {
  if: ifTag,
  for: forTag,
  with: withTag,
  autoescape: autoescapeTag,
  filter: filterTag,
  spaceless: spacelessTag,
  verbatim: verbatimTag,
};
