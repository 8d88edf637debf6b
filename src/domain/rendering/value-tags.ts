import { type Expression, expressionIn } from "./expression.ts";
import { type Reading, type Tags, inner, type Render, type Rendering, type Scope } from "./tree.ts";
import { areEqual, isTrue, member, numberOf, type Value, textOf } from "./values.ts";
import type { Words } from "./lexer.ts";

function valuesIn(tag: Words): Expression[] {
  const values: Expression[] = [];
  while (tag.peek.kind !== "end" && !(tag.peek.kind === "name" && tag.peek.text === "as")) {
    values.push(expressionIn(tag));
  }
  return values;
}

const asName = (tag: Words): string | undefined =>
  tag.takeIf("as") ? tag.takeName("a name") : undefined;

const given = (to: Rendering, scope: Scope, name: string | undefined, value: Value): void => {
  if (name === undefined) to.output(value);
  else scope.values[name] = value;
};

interface Cycle {
  readonly values: readonly Expression[];
  readonly name: string | undefined;
  readonly isSilent: boolean;
}

function cycleTag({ tag, kept }: Reading): Render {
  const known = kept.get(`cycle ${tag.peek.text}`) as Cycle | undefined;
  const isCall = known !== undefined && tag.peek.kind === "name";
  const cycle = isCall ? (tag.take(), known) : newCycle(tag);
  tag.end();
  if (cycle.name !== undefined) kept.set(`cycle ${cycle.name}`, cycle);
  kept.set("cycle", cycle);
  return (to, scope) => {
    const state = to.state(cycle);
    const place = (state.get() as number | undefined) ?? 0;
    state.set(place + 1);
    const of = cycle.values[place % cycle.values.length] as Expression;
    const value = to.valueOf(of, scope);
    if (cycle.name !== undefined) scope.values[cycle.name] = value;
    if (!cycle.isSilent) to.output(value);
  };
}

function newCycle(tag: Words): Cycle {
  const values = valuesIn(tag);
  const name = asName(tag);
  if (values.length === 0) tag.fail("expected values to go through");
  if (values.length === 1 && name === undefined)
    tag.fail("there is no cycle of this name before it");
  return { values, name, isSilent: name !== undefined && tag.takeIf("silent") };
}

function resetcycleTag({ tag, kept }: Reading): Render {
  const name = tag.peek.kind === "end" ? undefined : tag.takeName("the name of a cycle");
  tag.end();
  const cycle = kept.get(name === undefined ? "cycle" : `cycle ${name}`) as Cycle | undefined;
  if (cycle === undefined) return tag.fail("there is no such cycle before it");
  return (to) => to.state(cycle).set(0);
}

function firstofTag({ tag }: Reading): Render {
  const values = valuesIn(tag);
  const name = asName(tag);
  tag.end();
  if (values.length === 0) tag.fail("expected values to choose from");
  return (to, scope) => {
    for (const each of values) {
      const value = to.valueOf(each, scope, null);
      if (isTrue(value)) return given(to, scope, name, value);
    }
    given(to, scope, name, "");
  };
}

function ifchangedTag({ tag, until, body: upTo }: Reading): Render {
  const values = valuesIn(tag);
  tag.end();
  const { nodes: body, by } = until(["else", "endifchanged"]);
  by.tag.end();
  const otherwise = by.name === "else" ? upTo("endifchanged") : [];
  const own = {};
  return (to, scope) => {
    // In a loop it remembers as long as the loop lasts.
    const state = to.state(own, to.named("forloop", scope) as object | undefined);
    const text = values.length === 0 ? to.captured(body, scope) : undefined;
    const now = text ?? values.map((each) => to.valueOf(each, scope, null));
    if (areEqual(now, state.get() ?? false)) return to.nodes(otherwise, scope);
    state.set(now);
    if (text === undefined) to.nodes(body, scope);
    else to.write(text);
  };
}

function nowTag({ tag }: Reading): Render {
  const form = tag.takeText() ?? tag.fail('expected a form, as in {% now "j F Y" %}');
  const name = asName(tag);
  tag.end();
  return (to, scope) => {
    const text = to.today.written(form);
    if (name === undefined) to.write(text);
    else scope.values[name] = text;
  };
}

function regroupTag({ tag }: Reading): Render {
  const over = expressionIn(tag);
  if (!tag.takeIf("by")) tag.fail("expected 'by'");
  const { source, applied } = expressionIn(tag);
  const name = asName(tag) ?? tag.fail("expected 'as'");
  tag.end();
  const path = source.kind === "path" ? source.names : tag.fail("expected the name of a member");
  return (to, scope) => {
    const found = to.valueOf(over, scope, null);
    const groups: { grouper: Value; list: Value[]; 0: Value; 1: Value[] }[] = [];
    for (const item of Array.isArray(found) ? (found as Value[]) : []) {
      to.step();
      const key = to.filtered(applied, path.reduce<Value>(member, item) ?? null, inner(scope));
      const last = groups.at(-1);
      if (last !== undefined && areEqual(last.grouper, key)) last.list.push(item);
      else {
        const list = [item];
        groups.push({ grouper: key, list, 0: key, 1: list });
      }
    }
    scope.values[name] = groups;
  };
}

/** As Python rounds: a half to the even one. */
function halfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function widthratioTag({ tag }: Reading): Render {
  const values = valuesIn(tag);
  const name = asName(tag);
  tag.end();
  if (values.length !== 3) tag.fail("expected a value, its most, and a width");
  return (to, scope) => {
    const [value, most, width] = values.map((each) => numberOf(to.valueOf(each, scope)));
    const isNone = value === undefined || most === undefined || width === undefined;
    const text = isNone ? "" : most === 0 ? "0" : textOf(halfEven((value / most) * width));
    if (name === undefined) to.write(text);
    else scope.values[name] = text;
  };
}

export const valueTags: Tags = {
  cycle: cycleTag,
  resetcycle: resetcycleTag,
  firstof: firstofTag,
  ifchanged: ifchangedTag,
  now: nowTag,
  regroup: regroupTag,
  widthratio: widthratioTag,
};
