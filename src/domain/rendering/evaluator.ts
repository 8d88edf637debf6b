import { type Comparison, type Condition, type Expression, looseSigns } from "./expression.ts";
import { areEqual, isIn, isSame, ordered, plain, isTrue, member, Safe, escaped } from "./values.ts";
import { outputOf, textOf, type Value } from "./values.ts";
import { Dice } from "../../world/dice.ts";
import { type Surroundings, inner, type Nodes, type Rendering, type Scope } from "./tree.ts";
import type { FilterTools } from "./filter.ts";
import { Moment } from "./moment.ts";
import type { Fail } from "./template-error.ts";

/** What one rendering may do: about a second's work. */
const stepsMax = 1_000_000;
/** The longest text, and the longest list that a filter makes. */
const lengthMax = 5_000_000;

const charactersAStep = 64;

const comparisons: Readonly<Record<Comparison, (a: Value, b: Value) => boolean>> = {
  "==": (a, b) => areEqual(a, b),
  "!=": (a, b) => !areEqual(a, b),
  "<": (a, b) => (ordered(a, b) ?? 0) < 0,
  "<=": (a, b) => (ordered(a, b) ?? 1) <= 0,
  ">": (a, b) => (ordered(a, b) ?? 0) > 0,
  ">=": (a, b) => (ordered(a, b) ?? -1) >= 0,
  in: isIn,
  "not in": (a, b) => canHold(b, a) && !isIn(a, b),
  is: isSame,
  "is not": (a, b) => !isSame(a, b),
};

/** Whether it makes sense to ask: in a text there are only texts, and in a number nothing. */
function canHold(group: Value, item: Value): boolean {
  const holder = plain(group);
  if (typeof holder === "string") return typeof plain(item) === "string";
  return typeof holder === "object" && holder !== null;
}

/** One rendering: what it has written, and how much it has done. It is refused at the first bound. */
export class Evaluator implements Rendering {
  readonly surroundings: Surroundings;
  escapes: boolean;
  readonly #states = new WeakMap<object, Map<object, unknown>>();
  #dice: Dice | undefined;
  #at = 0;
  readonly #fail: Fail;
  readonly #parts: string[] = [];
  readonly #weights = new WeakMap<object, number>();
  #length = 0;
  #steps = 0;

  constructor(surroundings: Surroundings, escapes: boolean, fail: Fail) {
    this.#fail = fail;
    this.surroundings = surroundings;
    this.escapes = escapes;
  }

  /** @throws TemplateError where it asks for more than is done */
  render(nodes: Nodes, context: Readonly<Record<string, Value>>): string {
    this.nodes(nodes, inner({ values: context }));
    return this.#parts.join("");
  }

  nodes(nodes: Nodes, scope: Scope): void {
    for (const node of nodes) {
      this.step(node.at);
      node.render(this, scope);
    }
  }

  step(at = this.#at): void {
    this.#at = at;
    this.#spend();
  }

  captured(nodes: Nodes, scope: Scope): string {
    const from = this.#parts.length;
    this.nodes(nodes, scope);
    return this.#parts.splice(from).join("");
  }

  output(value: Value): void {
    this.write(this.shown(value));
  }

  shown(value: Value): string {
    this.charge(value);
    const text = outputOf(value);
    return value instanceof Safe || !this.escapes ? text : escaped(text);
  }

  get today(): Moment {
    const { now, wallOf } = this.surroundings;
    return new Moment(wallOf?.(now) ?? now);
  }

  state(of: object, frame: object = this): { get: () => unknown; set: (value: unknown) => void } {
    const known = this.#states.get(frame) ?? new Map<object, unknown>();
    this.#states.set(frame, known);
    return { get: () => known.get(of), set: (value) => known.set(of, value) };
  }

  named(name: string, scope: Scope): Value {
    return this.#scopeOf(name, scope)?.values[name];
  }

  #scopeOf(name: string, scope: Scope): Scope | undefined {
    for (let each: Scope | undefined = scope; each !== undefined; each = each.around) {
      this.#spend();
      if (Object.hasOwn(each.values, name)) return each;
    }
    return undefined;
  }

  valueOf({ source, applied }: Expression, scope: Scope, missing: Value = ""): Value {
    // Whoever says what stands for none does not miss it.
    const misses = !applied.some(({ name }) => name.startsWith("default"));
    const found = this.#read(source, scope, misses);
    return this.filtered(applied, found === undefined ? missing : found, scope, source);
  }

  filtered(
    applied: Expression["applied"],
    given: Value,
    scope: Scope,
    source?: Expression["source"],
  ): Value {
    let value = given;
    for (const { name, filter, args: sources, at } of applied) {
      const args = sources.map((each) => this.#read(each, scope, true));
      this.step(at);
      for (const each of [value, ...args]) this.charge(each);
      const { act, marked, keepsSafe } = filter;
      const taken = marked ? args : args.map(plain);
      const made = act(marked ? value : plain(value), taken, this.#tools);
      if (name === "lookup" && made === undefined && source?.kind === "path") {
        this.surroundings.told?.([...source.names, textOf(taken[0])], undefined, at);
      }
      const staysSafe = keepsSafe && value instanceof Safe && typeof made === "string";
      value = staysSafe ? new Safe(made) : made;
      this.#allow(lengthOf(value));
    }
    return value;
  }

  get #tools(): FilterTools {
    const { surroundings, escapes } = this;
    const draw = (below: number) => {
      this.#dice ??= Dice.from(surroundings.seed ?? "", "template");
      return below === 0 ? 0 : this.#dice.integer(0, below - 1);
    };
    return { now: surroundings.now, escapes, allow: (length) => this.#allow(length), draw };
  }

  #read(source: Expression["source"], scope: Scope, misses: boolean): Value {
    if (source.kind === "literal") return source.value;
    const { names, at } = source;
    const [first = "", ...rest] = names;
    const around = this.#scopeOf(first, scope);
    let value = around?.values[first];
    for (const name of rest) {
      this.#spend();
      value = member(value, name);
    }
    // What the template itself has named comes from what was read before.
    if (around?.around !== undefined || (value === undefined && !misses)) return value;
    this.surroundings.told?.(names, value, at);
    return value;
  }

  holds(any: Condition, scope: Scope): boolean {
    return any.some((all) =>
      all.every(({ negated, first, compared }) => {
        // `in` binds looser than the other signs, which come first.
        const waiting: ((right: Value) => Value)[] = [];
        let value = this.valueOf(first, scope, null);
        for (const { by, to, at } of compared) {
          const other = this.valueOf(to, scope, null);
          this.step(at);
          this.charge(value);
          this.charge(other);
          const left = value;
          if (looseSigns.has(by)) {
            const before = waiting.pop()?.(left) ?? left;
            waiting.push((right) => comparisons[by](before, right));
            value = other;
          } else value = comparisons[by](left, other);
        }
        return isTrue(waiting.pop()?.(value) ?? value) !== negated;
      }),
    );
  }

  #spend(count = 1): void {
    this.#steps += count;
    if (this.#steps > stepsMax) {
      this.#fail(
        "bound",
        `the template takes more than ${stepsMax.toLocaleString("en")} steps`,
        this.#at,
      );
    }
  }

  charge(value: Value): void {
    this.#spend(this.#weightOf(value));
  }

  #allow(length: number): void {
    if (length > lengthMax) {
      this.#fail(
        "bound",
        `a text has more than ${lengthMax.toLocaleString("en")} characters`,
        this.#at,
      );
    }
  }

  write(text: string): void {
    this.#length += text.length;
    this.#allow(this.#length);
    this.#parts.push(text);
  }

  /** Nothing that a template works with ever changes, so each object is gone over once. */
  #weightOf(value: Value): number {
    if (typeof value === "string") return Math.floor(value.length / charactersAStep);
    if (value instanceof Safe) return this.#weightOf(value.text);
    if (typeof value !== "object" || value === null) return 0;
    const known = this.#weights.get(value);
    if (known !== undefined) return known;
    let weight = 0;
    for (const each of Object.values(value)) weight += 1 + this.#weightOf(each);
    this.#weights.set(value, weight);
    return weight;
  }
}

const lengthOf = (given: Value): number => {
  const value = plain(given);
  return typeof value === "string" || Array.isArray(value) ? value.length : 0;
};
