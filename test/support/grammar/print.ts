import { flat, type Doc, group, laidOut } from "./layout.ts";
import { type Node, Reader, type Reading } from "./read.ts";

/** A file of shapes. */
export interface PrintedFile {
  /** Without its ending, within `src/domain/grammar`. */
  readonly file: string;
  readonly doc: string;
  /** What others import of it, and what stands in it because of that. */
  readonly roots: readonly string[];
  /** Whether nobody asks for the types of the values. */
  readonly untyped?: true;
  /** Those of the roots that are told by their `type`. */
  readonly kinds?: readonly string[];
}

export interface Grammar extends Reading {
  readonly files: readonly PrintedFile[];
}

/** How long a shape is at least that is written once. */
const lengthMin = 60;

const begins =
  "// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar";

/** The texts of all files, by file. */
export function printedGrammar(grammar: Grammar): ReadonlyMap<string, string> {
  const reader = new Reader(grammar);
  const printer = new Printer(grammar, reader);
  const texts = new Map(grammar.files.map((file) => [file.file, printer.text(file)]));
  const unused = reader.unused();
  if (unused.length > 0) throw new Error(`overrides of nothing: ${unused.join(", ")}`);
  return texts;
}

class Printer {
  /** By what it is: the name that stands for it. */
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  /** The file in which the shape of a name stands. */
  readonly #homes = new Map<string, PrintedFile>();
  readonly #bodies = new Map<PrintedFile, string[]>();
  readonly #imports = new Map<PrintedFile, Map<PrintedFile, Set<string>>>();
  readonly #exported = new Set<string>();

  readonly #grammar: Grammar;
  readonly #reader: Reader;

  constructor(grammar: Grammar, reader: Reader) {
    this.#grammar = grammar;
    this.#reader = reader;
    const roots = grammar.files.flatMap((file) => file.roots);
    const own = [...new Set([...roots, ...reader.places.keys()])];
    for (const name of own) this.#names.set(this.#key(reader.named(name)), name);
    for (const name of roots) {
      this.#exported.add(name);
      this.#count(reader.named(name));
    }
    for (const file of grammar.files) {
      this.#bodies.set(file, []);
      this.#imports.set(file, new Map());
    }
    for (const file of grammar.files) for (const name of file.roots) this.#stand(name, file);
  }

  /** What a node is, with all that it refers to. */
  #key(node: Node): string {
    return JSON.stringify(node, (_, value: unknown) => {
      const each = value as Node | null;
      if (typeof each !== "object" || each === null || each.kind !== "ref") return value;
      const { kind: _kind, to, ...rest } = each;
      return { ...this.#reader.named(to), ...rest };
    });
  }

  #count(node: Node): void {
    const plain = this.#plain(node);
    const key = this.#key(plain);
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    if (node.kind === "ref" && !this.#names.has(key)) this.#names.set(key, node.to);
    if (count === 0 || !this.#names.has(key)) for (const part of partsOf(plain)) this.#count(part);
  }

  /** A node without what is said of it where it stands. */
  #plain(node: Node): Node {
    const { default: _default, since: _since, ...bare } = node;
    return bare.kind === "ref" ? this.#reader.named(bare.to) : bare;
  }

  /** The name that stands for a node; undefined: it is written where it stands. */
  #nameOf(node: Node): string | undefined {
    const key = this.#key(node);
    const name = this.#names.get(key);
    if (name === undefined) return undefined;
    if (this.#isOwn(name)) return name;
    const isOften = (this.#counts.get(key) ?? 0) > 1;
    return isOften && flat(this.#written(node)).length >= lengthMin ? name : undefined;
  }

  #isOwn(name: string): boolean {
    return (
      this.#reader.places.has(name) || this.#grammar.files.some(({ roots }) => roots.includes(name))
    );
  }

  /** A shape stands in the file of which it is a root, else in the first that needs it, behind what it is made of. */
  #stand(name: string, user: PrintedFile): void {
    if (this.#homes.has(name)) return;
    const home = this.#grammar.files.find(({ roots }) => roots.includes(name)) ?? user;
    this.#homes.set(name, home);
    for (const part of partsOf(this.#reader.named(name))) this.#standAll(part, home);
    this.#bodies.get(home)?.push(name);
  }

  #standAll(node: Node, file: PrintedFile): void {
    const plain = this.#plain(node);
    const name = this.#nameOf(plain);
    if (name === undefined) return partsOf(plain).forEach((part) => this.#standAll(part, file));
    this.#stand(name, file);
    this.#import(name, file);
  }

  #import(name: string, file: PrintedFile): void {
    const from = this.#homes.get(name);
    if (from === undefined || from === file) return;
    this.#exported.add(name);
    const imports = this.#imports.get(file) as Map<PrintedFile, Set<string>>;
    imports.set(from, (imports.get(from) ?? new Set()).add(name));
  }

  text(file: PrintedFile): string {
    const names = this.#bodies.get(file) ?? [];
    const body = names.map((name) => this.#statements(name, file)).join("\n");
    const code = body.replaceAll(/"[^"]*"/g, "");
    const made = new Set(code.match(/\b[a-z]\w*(?=[(<])/g));
    const builders = [...[...made].sort(), "type Shape"];
    const imports = [...(this.#imports.get(file) ?? [])].map(([from, used]) => {
      const all = [...used].sort().flatMap((name) => {
        const type = file.untyped ? [] : [`type ${name}`];
        const own = [constOf(name), ...type];
        return own.filter((each) => new RegExp(`\\b${each.replace("type ", "")}\\b`).test(body));
      });
      return [group("import {", all, `} from "./${from.file}.ts";`)];
    });
    const shapes = group("import {", builders, '} from "../../contract/shape.ts";');
    const head = [shapes, ...imports].map((each) => laidOut(each)).join("\n");
    return `${begins}\n\n${head}\n\n/** ${file.doc} */\n\n${body}\n`;
  }

  #statements(name: string, file: PrintedFile): string {
    const node = this.#reader.named(name);
    const shape = this.#written(node);
    const component = this.#component(name);
    const value =
      component === undefined ? shape : group("named(", [textOf(component), shape], ")");
    const exported = this.#exported.has(name) ? "export " : "";
    const lines: Doc[] = [];
    if (!file.untyped) {
      const type = this.#typed(node);
      const head = node.kind === "object" ? `interface ${name} ` : `type ${name} = `;
      lines.push([`${exported}${head}`, type, node.kind === "object" ? "" : ";"]);
    }
    const of = file.untyped ? "" : `<${name}>`;
    lines.push([`${exported}const ${constOf(name)}: Shape${of} = `, value, ";"]);
    if (file.kinds?.includes(name)) {
      const extract = `Extract<${name}, { readonly type: K }>`;
      lines.push(`export type ${name}Kind = ${name}["type"];`);
      lines.push(`export type ${name}Of<K extends ${name}Kind> = ${extract};`);
    }
    return lines.map((line) => laidOut(line)).join("\n");
  }

  /** The name under which an OpenAPI document writes it once. */
  #component(name: string): string | undefined {
    const place = this.#reader.places.get(name);
    const components = Object.entries(this.#grammar.components);
    return components.find(([, other]) => other === place)?.[0];
  }

  /** What stands for a node where it stands. */
  #shape(node: Node): Doc {
    const plain = this.#plain(node);
    const name = this.#nameOf(plain);
    return this.#outer(node, name === undefined ? this.#written(plain) : constOf(name));
  }

  #outer({ default: standard, since }: Node, inner: Doc): Doc {
    const filled =
      standard === undefined ? inner : group("byDefault(", [inner, textOf(standard)], ")");
    return since === undefined
      ? filled
      : group("during(", [filled, `{ since: ${textOf(since)} }`], ")");
  }

  #written(node: Node): Doc {
    switch (node.kind) {
      case "string":
      case "number":
      case "integer":
        return `${node.kind}(${optionsOf(node.options)})`;
      case "boolean":
      case "open":
        return `${node.kind}()`;
      case "any":
        return node.type === "unknown" ? "any()" : `any<${node.type}>()`;
      case "literal":
        return node.values.length === 0
          ? "literal()"
          : group("literal(", node.values.map(textOf), ")");
      case "nullable": {
        const { of } = node;
        if (of.kind === "literal" && of.values.length === 0) return "nothing()";
        return ["nullable(", this.#shape(of), ")"];
      }
      case "list": {
        const bounds = optionsOf(node.bounds);
        return bounds === ""
          ? ["list(", this.#shape(node.of), ")"]
          : ["list(", this.#shape(node.of), `, ${bounds})`];
      }
      case "oneOf":
        return group(
          "oneOf(",
          node.of.map((each) => this.#shape(each)),
          ")",
        );
      case "object":
        return group(
          "object({",
          node.members
            .map(({ name, isOptional, of }): Doc => {
              const shape = this.#shape(of);
              const key = isOptional ? `"${name}?"` : keyOf(name);
              return shape === key ? key : [`${key}: `, shape];
            })
            .map(joined),
          "})",
        );
      case "ref":
        return this.#shape(node);
    }
  }

  #type(node: Node): Doc {
    const plain = this.#plain(node);
    return this.#nameOf(plain) ?? this.#typed(plain);
  }

  #typed(node: Node): Doc {
    switch (node.kind) {
      case "string":
      case "number":
      case "boolean":
        return node.kind;
      case "integer":
        return "number";
      case "open":
        return "Readonly<Record<string, unknown>>";
      case "any":
        return node.type;
      case "literal":
        return node.values.length === 0 ? "never" : group("", node.values.map(textOf), "", " |");
      case "nullable":
        return node.of.kind === "literal" && node.of.values.length === 0
          ? "null"
          : [this.#type(node.of), " | null"];
      case "list": {
        const item = this.#type(node.of);
        return / \| /.test(flat(item)) ? ["readonly (", item, ")[]"] : ["readonly ", item, "[]"];
      }
      case "oneOf":
        return group(
          "",
          node.of.map((each) => this.#type(each)),
          "",
          " |",
        );
      case "object":
        return group(
          "{",
          node.members.map(({ name, isOptional, of }) =>
            joined([`readonly ${name}${isOptional ? "?" : ""}: `, this.#type(of)]),
          ),
          "}",
          ";",
        );
      case "ref":
        return this.#type(node);
    }
  }
}

/** A text that nothing breaks is one text. */
function joined(doc: Doc): Doc {
  return isText(doc) ? flat(doc) : doc;
}

const isText = (doc: Doc): boolean =>
  typeof doc === "string" || (!("items" in doc) && doc.every(isText));

const partsOf = (node: Node): readonly Node[] => {
  if (node.kind === "nullable" || node.kind === "list") return [node.of];
  if (node.kind === "oneOf") return node.of;
  return node.kind === "object" ? node.members.map(({ of }) => of) : [];
};

const constOf = (name: string): string =>
  name.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+/, (all) => all.toLowerCase());
const keyOf = (name: string): string =>
  /^\w+$/.test(name) && !/^\d/.test(name) ? name : JSON.stringify(name);
const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(textOf).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).map(([name, each]) => `${keyOf(name)}: ${textOf(each)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return JSON.stringify(value);
};
const optionsOf = (options: object): string =>
  Object.keys(options).length === 0 ? "" : textOf(options);
