import type { Comparison, Condition, Expression } from "./expression.ts";
import type { FilterTools } from "./filter.ts";
import { Spent } from "./spent.ts";
import type { Fail } from "./template-error.ts";
import type { Node, Nodes } from "./tree.ts";
import { areEqual, escaped, isIn, isObject, isTrue, member, ordered, plain } from "./values.ts";
import { Safe, textOf, type Value } from "./values.ts";

/** What a template is rendered with, beside its context. */
export interface Surroundings {
  /** World time, in milliseconds since 1970. */
  readonly now: number;
  /** What stands for a service tag such as `unsubscribe`. Default: the mark `[NAME_tag]`. */
  readonly mark?: (name: string) => string;
  /** The catalog's item with an id, for `{% catalog %}`; undefined: there is none. */
  readonly catalogItem?: (id: string) => object | undefined;
  /** Told of what is read of the context: the names that lead there, and what they lead to. */
  readonly told?: (names: readonly string[], value: Value) => void;
}

/** Names and their values, and those around them. */
interface Scope {
  readonly values: Readonly<Record<string, Value>>;
  readonly around?: Scope;
}

/** Renders a template once. */
export class Evaluator {
  readonly #surroundings: Surroundings;
  readonly #escapes: boolean;
  readonly #spent: Spent;
  readonly #tools: FilterTools;
  #at = 0;

  constructor(surroundings: Surroundings, escapes: boolean, fail: Fail) {
    this.#surroundings = surroundings;
    this.#escapes = escapes;
    this.#spent = new Spent((message) => fail("bound", message, this.#at));
    const { now } = surroundings;
    this.#tools = { now, escapes, allow: (length) => this.#spent.allow(length) };
  }

  /** @throws TemplateError where it asks for more than is done */
  render(nodes: Nodes, context: Readonly<Record<string, Value>>): string {
    this.#nodes(nodes, { values: context });
    return this.#spent.text;
  }

  #nodes(nodes: Nodes, scope: Scope): void {
    for (const node of nodes) {
      this.#at = node.at;
      this.#spent.step();
      this.#node(node, scope);
    }
  }

  #node(node: Node, scope: Scope): void {
    switch (node.kind) {
      case "text":
        return this.#spent.write(node.text);
      case "mark":
        return this.#spent.write(this.#surroundings.mark?.(node.name) ?? `[${node.name}_tag]`);
      case "output":
        return this.#output(this.#valueOf(node.of, scope, ""));
      case "if": {
        const branch = node.branches.find(
          ({ when }) => when === undefined || this.#holds(when, scope),
        );
        return this.#nodes(branch?.body ?? [], scope);
      }
      case "with": {
        const values: Record<string, Value> = nameless();
        for (const { name, value } of node.named) values[name] = this.#valueOf(value, scope, "");
        return this.#nodes(node.body, { values, around: scope });
      }
      case "catalog": {
        const id = textOf(this.#valueOf(node.id, scope, ""));
        const item = this.#surroundings.catalogItem?.(id);
        return this.#nodes(node.body, { values: { catalog_item: item }, around: scope });
      }
      case "for":
        return this.#for(node, scope);
    }
  }

  #output(value: Value): void {
    this.#spent.charge(value);
    const text = textOf(value);
    const isSafe = value instanceof Safe || !this.#escapes;
    this.#spent.write(isSafe ? text : escaped(text));
  }

  #for({ names, over, reversed, body, ifEmpty, at }: Extract<Node, { kind: "for" }>, scope: Scope) {
    const found = itemsOf(this.#valueOf(over, scope, null));
    if (found.length === 0) return this.#nodes(ifEmpty, scope);
    this.#spent.charge(found);
    const items = reversed ? found.toReversed() : found;
    const { length } = items;
    const parentloop = this.#named("forloop", scope);
    for (const [index, item] of items.entries()) {
      this.#at = at;
      this.#spent.step();
      const forloop = {
        counter: index + 1,
        counter0: index,
        revcounter: length - index,
        revcounter0: length - index - 1,
        first: index === 0,
        last: index === length - 1,
        parentloop,
      };
      const values: Record<string, Value> = nameless({ forloop });
      for (const [place, name] of names.entries()) {
        values[name] = names.length === 1 ? item : member(item, String(place));
      }
      this.#nodes(body, { values, around: scope });
    }
  }

  #named(name: string, scope: Scope): Value {
    return this.#scopeOf(name, scope)?.values[name];
  }

  /** The innermost names among which there is this one. */
  #scopeOf(name: string, scope: Scope): Scope | undefined {
    for (let each: Scope | undefined = scope; each !== undefined; each = each.around) {
      this.#spent.step();
      if (Object.hasOwn(each.values, name)) return each;
    }
    return undefined;
  }

  /** @param missing what stands for a name that leads to nothing */
  #valueOf({ source, applied }: Expression, scope: Scope, missing: Value): Value {
    const found = this.#read(source, scope);
    let value = found === undefined ? missing : found;
    for (const { filter, args, at } of applied) {
      this.#at = at;
      const given = args.map((each) => this.#read(each, scope));
      this.#spent.step();
      for (const each of [value, ...given]) this.#spent.charge(each);
      const { act, marked, keepsSafe } = filter;
      const made = act(
        marked ? value : plain(value),
        marked ? given : given.map(plain),
        this.#tools,
      );
      value =
        keepsSafe && value instanceof Safe && typeof made === "string" ? new Safe(made) : made;
      this.#spent.allow(lengthOf(value));
    }
    return value;
  }

  #read(source: Expression["source"], scope: Scope): Value {
    if (source.kind === "literal") return source.value;
    const { names } = source;
    const [first = "", ...rest] = names;
    const around = this.#scopeOf(first, scope);
    let value = around?.values[first];
    for (const name of rest) {
      this.#spent.step();
      value = member(value, name);
    }
    // What the template itself has named comes from what was read before.
    if (around?.around === undefined) this.#surroundings.told?.(names, value);
    return value;
  }

  #holds(any: Condition, scope: Scope): boolean {
    return any.some((all) =>
      all.every(({ negated, first, compared }) => {
        let value = this.#valueOf(first, scope, null);
        for (const { by, to, at } of compared) {
          const other = this.#valueOf(to, scope, null);
          this.#at = at;
          this.#spent.step();
          this.#spent.charge(value);
          this.#spent.charge(other);
          value = comparisons[by](value, other);
        }
        return isTrue(value) !== negated;
      }),
    );
  }
}

const comparisons: Readonly<Record<Comparison, (a: Value, b: Value) => boolean>> = {
  "==": (a, b) => areEqual(a, b),
  "!=": (a, b) => !areEqual(a, b),
  "<": (a, b) => (ordered(a, b) ?? 0) < 0,
  "<=": (a, b) => (ordered(a, b) ?? 1) <= 0,
  ">": (a, b) => (ordered(a, b) ?? 0) > 0,
  ">=": (a, b) => (ordered(a, b) ?? -1) >= 0,
  in: isIn,
  "not in": (a, b) => !isIn(a, b),
  is: (a, b) => areEqual(a, b),
  "is not": (a, b) => !areEqual(a, b),
};

/** An object in which nothing is found but what is put there. */
const nameless = (values: object = {}): Record<string, Value> =>
  Object.assign(Object.create(null) as Record<string, Value>, values);

/** What a loop goes over: items, characters, or the names of an object. */
function itemsOf(given: Value): readonly Value[] {
  const value = plain(given);
  if (Array.isArray(value)) return value as readonly Value[];
  if (typeof value === "string") return [...value];
  return isObject(value) ? Object.keys(value) : [];
}

const lengthOf = (given: Value): number => {
  const value = plain(given);
  return typeof value === "string" || Array.isArray(value) ? value.length : 0;
};
