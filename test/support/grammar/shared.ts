import { type Node, partsOf, type Reader } from "./read.ts";

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

/** How long a shape is at least that is written once because it is used more than once. */
const lengthMin = 60;

/** Which shapes have a statement of their own, and in which file it stands. */
export class Shared {
  /** By what it is: the name that stands for it. */
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #homes = new Map<string, PrintedFile>();
  readonly #imported = new Map<PrintedFile, Set<string>>();
  readonly #files: readonly PrintedFile[];
  readonly #reader: Reader;
  readonly #lengthOf: (node: Node) => number;

  /** @param lengthOf how long the text of a shape is */
  constructor(
    files: readonly PrintedFile[],
    reader: Reader,
    lengthOf: (node: Node, shared: Shared) => number,
  ) {
    this.#files = files;
    this.#reader = reader;
    this.#lengthOf = (node) => lengthOf(node, this);
    const roots = files.flatMap((file) => file.roots);
    for (const name of [...roots, ...reader.places.keys()]) {
      this.#names.set(this.#key(reader.named(name)), name);
    }
    for (const name of roots) this.#count(reader.named(name));
    for (const file of files) for (const name of file.roots) this.#settle(name, file);
  }

  /** The names of a file's statements, each behind those that it needs. */
  namesIn(file: PrintedFile): readonly string[] {
    return [...this.#homes].flatMap(([name, home]) => (home === file ? [name] : []));
  }

  /** The names that a file has of another one. */
  importsOf(file: PrintedFile, from: PrintedFile): readonly string[] {
    const names = [...(this.#imported.get(file) ?? [])].sort();
    return names.filter((name) => this.#homes.get(name) === from);
  }

  isExported(name: string): boolean {
    return this.#isRoot(name) || [...this.#imported.values()].some((names) => names.has(name));
  }

  /** A node without what is said of it where it stands. */
  plain(node: Node): Node {
    const { default: _default, since: _since, ...bare } = node;
    return bare.kind === "ref" ? this.#reader.named(bare.to) : bare;
  }

  /** The name that stands for a node; undefined: it is written where it stands. */
  nameOf(node: Node): string | undefined {
    const key = this.#key(node);
    const name = this.#names.get(key);
    if (name === undefined || this.#reader.places.has(name) || this.#isRoot(name)) return name;
    const isOften = (this.#counts.get(key) ?? 0) > 1;
    return isOften && this.#lengthOf(node) >= lengthMin ? name : undefined;
  }

  #isRoot(name: string): boolean {
    return this.#files.some(({ roots }) => roots.includes(name));
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
    const plain = this.plain(node);
    const key = this.#key(plain);
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    if (node.kind === "ref" && !this.#names.has(key)) this.#names.set(key, node.to);
    if (count > 0 && this.#names.has(key)) return;
    for (const part of partsOf(plain)) this.#count(part);
  }

  /** A statement stands in the file of which it is a root, else in the first that needs it. */
  #settle(name: string, user: PrintedFile): void {
    if (this.#homes.has(name)) return;
    const home = this.#files.find(({ roots }) => roots.includes(name)) ?? user;
    for (const part of partsOf(this.#reader.named(name))) this.#settleAll(part, home);
    this.#homes.set(name, home);
  }

  #settleAll(node: Node, user: PrintedFile): void {
    const plain = this.plain(node);
    const name = this.nameOf(plain);
    if (name === undefined) return partsOf(plain).forEach((part) => this.#settleAll(part, user));
    this.#settle(name, user);
    if (this.#homes.get(name) === user) return;
    this.#imported.set(user, (this.#imported.get(user) ?? new Set()).add(name));
  }
}
