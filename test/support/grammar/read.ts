import { nameIn, type Override, published, type Schema } from "./schema.ts";

type Literal = string | number | boolean;

/** A shape before it is printed: what it is, and by which name other shapes are referred to. */
export type Node = (
  | { readonly kind: "string" | "number" | "integer"; readonly options: object }
  | { readonly kind: "boolean" | "open" }
  | { readonly kind: "any"; readonly type: string }
  | { readonly kind: "literal"; readonly values: readonly Literal[] }
  | { readonly kind: "nullable"; readonly of: Node }
  | { readonly kind: "list"; readonly of: Node; readonly bounds: object }
  | { readonly kind: "oneOf"; readonly of: readonly Node[] }
  | { readonly kind: "object"; readonly members: readonly Member[] }
  | { readonly kind: "ref"; readonly to: string }
) & { readonly default?: unknown; readonly since?: string };

interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly of: Node;
}

/** How the schemas of a grammar become shapes. */
export interface Reading {
  /**
   * By place, such as `FlowEmail.subject_line`, `FlowEmail.?` (each member that may be null or left out),
   * `*.quantity`: what is said of a schema beyond what is published.
   */
  readonly overrides: Readonly<Record<string, Override>>;
  /** By the name under which an OpenAPI document writes it once: the place of what it stands for. */
  readonly components: Readonly<Record<string, string>>;
  /** The same of names that the document does not have; these are preferred where it does. */
  readonly names: Readonly<Record<string, string>>;
  /** Names of members, or of alternatives, in the order in which they stand wherever they meet. */
  readonly order: readonly string[];
  /** Those within which members stand as they are published, but for these, which change places. */
  readonly asPublished: { readonly roots: readonly string[]; readonly but: readonly string[] };
}

/** Reads schemas by name or place, each once. */
export class Reader {
  readonly #nodes = new Map<string, Node>();
  readonly #places: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();

  readonly #reading: Reading;
  #isAsPublished = false;
  /** The places of what has a name of ours, by that name. */
  readonly places: ReadonlyMap<string, string>;

  constructor(reading: Reading) {
    this.#reading = reading;
    const { components, names } = reading;
    const own = Object.entries(components).filter(
      ([, place]) => !Object.values(names).includes(place),
    );
    this.places = new Map([...own, ...Object.entries(names)]);
    this.#places = new Map([...this.places].map(([name, place]) => [place, name]));
  }

  /** The shape of a name: of ours, or of a published schema. */
  named(name: string): Node {
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const place = this.places.get(name) ?? name;
    const before = this.#isAsPublished;
    this.#isAsPublished ||= this.#reading.asPublished.roots.includes(name);
    const { default: _default, since: _since, ...node } = this.#read(schemaAt(place), place);
    this.#isAsPublished = before;
    this.#nodes.set(name, node);
    return node;
  }

  /** What of the tables says nothing of what has been read. */
  unused(): string[] {
    return Object.keys(this.#reading.overrides).filter((place) => !this.#used.has(place));
  }

  #override(place: string, isLoose: boolean): Override {
    const { overrides } = this.#reading;
    const general = Object.keys(overrides).filter(
      (key) => key.startsWith("*") && place.endsWith(key.slice(1)),
    );
    const loose = `${place.slice(0, place.lastIndexOf("."))}.?`;
    const keys = [...general, ...(isLoose ? [loose] : []), place];
    const found = keys.filter((key) => overrides[key] !== undefined);
    for (const key of found) this.#used.add(key);
    return Object.assign({}, ...found.map((key) => overrides[key]));
  }

  /** A schema where it stands: under its name, if it has one. */
  #at(schema: Schema, place: string, isOptional = false): Node {
    const node = this.#read(schema, place, isOptional);
    const to = this.#places.get(place);
    return to === undefined ? node : { ...saidOf(node), kind: "ref", to };
  }

  #read(schema: Schema, place: string, isOptional = false): Node {
    const isLoose = isOptional && isNullable(schema) && schema.default === undefined;
    const said: Schema = Object.assign({}, schema, this.#override(place, isLoose));
    const node = this.#bare(said, place);
    return { ...node, ...saidOf(said) };
  }

  #bare(schema: Schema, place: string): Node {
    const { $ref, type, anyOf, enum: values } = schema;
    if (schema.valued !== undefined) return { kind: "any", type: schema.valued };
    if (isNullable(schema)) return { kind: "nullable", of: this.#bare(withoutNull(schema), place) };
    if ($ref !== undefined) return this.#referred(nameIn($ref));
    if (anyOf !== undefined) return this.#union(schema, anyOf, place);
    if (values !== undefined) return { kind: "literal", values: this.#values(schema, place) };
    switch (typeof type === "object" ? type[0] : type) {
      case "string":
        return { kind: "string", options: textOptions(schema) };
      case "number":
      case "integer":
        return {
          kind: type as "number",
          options: given({ min: schema.minimum, max: schema.maximum }),
        };
      case "boolean":
        return { kind: "boolean" };
      case "array": {
        const bounds = given({ min: schema.minItems, max: schema.maxItems });
        return { kind: "list", of: this.#at(schema.items ?? {}, `${place}[]`), bounds };
      }
      case "object":
        return this.#object(schema, place);
      default:
        return { kind: "any", type: "unknown" };
    }
  }

  #values(schema: Schema, place: string): Literal[] {
    const { enum: values = [], order, default: standard } = schema;
    const all = values.filter((value) => value !== null);
    const standing = standard === undefined ? [] : [`${standard}`];
    const first = order === undefined ? standing : order.split(" ");
    const led = first.flatMap((name) => all.filter((value) => String(value) === name));
    if (led.length !== first.length) throw new Error(`${place}: ${first.join()} of ${all.join()}`);
    return [...led, ...all.filter((value) => !led.includes(value))];
  }

  #referred(to: string): Node {
    const name = this.#places.get(to) ?? to;
    if (name === to && (this.places.get(to) ?? to) !== to) {
      throw new Error(`${to} is published, and a name of ours for something else`);
    }
    this.named(name);
    return { kind: "ref", to: name };
  }

  #object(schema: Schema, place: string): Node {
    const { properties, required = [], maxProperties } = schema;
    if (properties === undefined && maxProperties !== 0) return { kind: "open" };
    const names = Object.keys(properties ?? {});
    const first = names.filter((name) => required.includes(name));
    const rest = names.filter((name) => !required.includes(name));
    const sorted = this.#isAsPublished
      ? listed(
          schema.order === undefined ? inPlace(this.#reading.asPublished.but, names) : names,
          schema.order,
        )
      : this.#ordered([...first, ...rest], schema.order);
    const members = sorted.map((name) => {
      const isOptional = !required.includes(name);
      const of = this.#at(properties?.[name] ?? {}, `${place}.${name}`, isOptional);
      return { name, isOptional, of };
    });
    return { kind: "object", members };
  }

  #ordered(names: readonly string[], own?: string): readonly string[] {
    if (own !== undefined) return listed(names, own);
    const { order } = this.#reading;
    const known = names.filter((name) => order.includes(name));
    const sorted = known.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
    return [...sorted, ...names.filter((name) => !order.includes(name))];
  }

  #union(schema: Schema, anyOf: readonly Schema[], place: string): Node {
    const { minLength, maxLength, minimum, maximum } = schema;
    const limits = given({ minLength, maxLength, minimum, maximum });
    const all = anyOf.map((each) => Object.assign({}, each, limits));
    const flat = all.flatMap((each) => (each.anyOf && !isNullable(each) ? each.anyOf : [each]));
    const names = flat.map((each, index) =>
      each.$ref === undefined ? `${index}` : nameIn(each.$ref),
    );
    const ordered = inPlace(schema.order?.split(" ") ?? [], inPlace(this.#reading.order, names));
    const nodes = ordered.map((name) => this.#at(flat[names.indexOf(name)] as Schema, `${place}|`));
    const merged = this.#merged(nodes);
    return merged.length === 1 ? (merged[0] as Node) : { kind: "oneOf", of: merged };
  }

  /** Alternatives that differ in one of their values alone are one, which may have any of these. */
  #merged(nodes: readonly Node[]): readonly Node[] {
    const found: Node[] = [];
    for (const node of nodes) {
      const index = found.findIndex((other) => this.#joint(other, node) !== undefined);
      if (index < 0) found.push(node);
      else found[index] = this.#joint(found[index] as Node, node) as Node;
    }
    return found;
  }

  #joint(one: Node, other: Node): Node | undefined {
    if (this.#isOwn(one) || this.#isOwn(other)) return undefined;
    const [a, b] = [this.#plain(one), this.#plain(other)];
    if (a.kind === "literal" && b.kind === "literal") {
      return { kind: "literal", values: [...a.values, ...b.values] };
    }
    if (a.kind !== "object" || b.kind !== "object" || a.members.length < 2) return undefined;
    if (a.members.length !== b.members.length) return undefined;
    const members: Member[] = [];
    for (const [index, mine] of a.members.entries()) {
      const theirs = b.members[index] as Member;
      if (mine.name !== theirs.name || mine.of.kind !== "literal") return undefined;
      if (theirs.of.kind !== "literal") return undefined;
      const values = [...new Set([...mine.of.values, ...theirs.of.values])];
      members.push({
        name: mine.name,
        isOptional: mine.isOptional,
        of: { kind: "literal", values },
      });
    }
    const grown = members.filter(({ of }, index) => !isSame(of, (a.members[index] as Member).of));
    return grown.length === 1 ? { kind: "object", members } : undefined;
  }

  /** Whether it has a name of ours. */
  #isOwn(node: Node): boolean {
    return node.kind === "ref" && this.places.has(node.to);
  }

  #plain(node: Node): Node {
    return node.kind === "ref" ? this.#plain(this.named(node.to)) : node;
  }
}

/** What is said of a shape where it stands. */
const saidOf = ({ default: standard, since }: Pick<Schema, "default" | "since">) => ({
  ...(standard !== undefined && { default: standard }),
  ...(since !== undefined && { since }),
});

const isSame = (one: Node, other: Node): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The names on a list, in its order, and the others behind them. Those with a question mark may be missing. */
function listed(names: readonly string[], list = ""): readonly string[] {
  const first = list.split(" ").flatMap((word) => {
    const name = word.replace("?", "");
    if (name === word && name !== "" && !names.includes(name)) {
      throw new Error(`${name} is none of ${names.join()}`);
    }
    return names.includes(name) ? [name] : [];
  });
  return [...first, ...names.filter((name) => !first.includes(name))];
}

/** The names that are on the list change places among each other. */
function inPlace(order: readonly string[], names: readonly string[]): readonly string[] {
  const known = names.filter((name) => order.includes(name));
  const sorted = known.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  return names.map((name) => (order.includes(name) ? (sorted.shift() as string) : name));
}

/** The schema at a place: `FlowDefinition.actions[]`. */
function schemaAt(place: string): Schema {
  const [name = "", ...members] = place.replaceAll("[]", ".[]").split(".");
  let schema = published[name];
  for (const member of members) {
    const own: Schema =
      schema === undefined || !isNullable(schema) ? (schema ?? {}) : withoutNull(schema);
    schema = member === "[]" ? own.items : own.properties?.[member];
  }
  if (schema === undefined) throw new Error(`nothing is published at ${place}`);
  return schema;
}

function isNullable({ type, anyOf, enum: values }: Schema): boolean {
  if (Array.isArray(type)) return type.includes("null");
  return (
    (values?.includes(null) ?? false) || (anyOf?.some((each) => each.type === "null") ?? false)
  );
}

function withoutNull({ default: _default, ...schema }: Schema): Schema {
  const { type, anyOf, enum: values } = schema;
  if (Array.isArray(type)) return { ...schema, type: type[0] as string };
  if (values !== undefined) return { ...schema, enum: values.filter((value) => value !== null) };
  const others = (anyOf ?? []).filter((each) => each.type !== "null");
  if (others.length > 1) return { ...schema, anyOf: others };
  const { anyOf: __, ...rest } = schema;
  return Object.assign({}, others[0], rest);
}

const formats: Readonly<Record<string, string>> = { "date-time": "datetime" };

const textOptions = ({ format, minLength, maxLength }: Schema): object =>
  given({ format: format && (formats[format] ?? format), minLength, maxLength });

const given = (options: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
