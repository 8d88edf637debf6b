import type { Document, LineCounter, Node, ScalarTag } from "yaml";
import { FixtureError } from "../fixture/error.ts";
import { type Path, textOfPath } from "../../world/read-shape.ts";
import type { Written } from "./place.ts";
import { plainProblem } from "../plain.ts";

type Yaml = typeof import("yaml");

/** The text of one fixture file, read as YAML 1.2 (of which JSON is a part), that knows its lines. */
export class Source implements Written {
  readonly file: string;
  readonly value: unknown;
  readonly #expected: string;
  readonly #yaml: Yaml;
  readonly #document: Document;
  readonly #lines: LineCounter;

  private constructor(
    file: string,
    expected: string,
    yaml: Yaml,
    document: Document,
    lines: LineCounter,
  ) {
    this.file = file;
    this.#expected = expected;
    this.#yaml = yaml;
    this.#document = document;
    this.#lines = lines;
    this.value = this.#read();
  }

  /**
   * @param expected what a file of this kind holds, for somebody whose file is empty
   * @param customTags what it may have beside plain data, and the plain data that becomes of it
   * @throws FixtureError for what is no YAML, or more than plain data
   */
  static async parse(
    text: string,
    file: string,
    expected: string,
    customTags: ScalarTag[] = [],
  ): Promise<Source> {
    const yaml = await import("yaml");
    const lineCounter = new yaml.LineCounter();
    const options = {
      lineCounter,
      prettyErrors: false,
      stringKeys: true,
      version: "1.2",
      customTags,
    } as const;
    // The parser takes the mark for a column, and a list after it for crooked.
    const unmarked = text.replace(/^\uFEFF/, "");
    return new Source(file, expected, yaml, parsed(yaml, unmarked, options, file), lineCounter);
  }

  /** An error at a place of the file. */
  error(path: Path, problem: string, nearest?: string): FixtureError {
    const where = textOfPath(path);
    const what = nearest === undefined ? problem : `${problem} (did you mean ${nearest}?)`;
    return new FixtureError(
      this.file,
      this.lineOf(path),
      where === "" ? what : `${where}: ${what}`,
    );
  }

  whereIs(path: Path): string {
    return `${this.file}:${this.lineOf(path)}`;
  }

  /** The line on which a member begins; of a missing one, the line of what should have it. */
  lineOf(path: Path): number {
    const { isMap, isScalar, isSeq } = this.#yaml;
    let node = this.#resolved(this.#document.contents);
    let offset = node?.range?.[0] ?? 0;
    for (const step of path) {
      let below: unknown;
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === `${step}`);
        if (pair === undefined) break;
        offset = (pair.key as Node).range?.[0] ?? offset;
        below = pair.value;
      } else if (isSeq(node)) {
        below = node.items[Number(step)];
        offset = (below as Node | undefined)?.range?.[0] ?? offset;
      }
      node = this.#resolved(below);
    }
    return this.#lines.linePos(offset).line || 1;
  }

  #resolved(node: unknown): Node | undefined {
    const target = this.#yaml.isAlias(node) ? node.resolve(this.#document) : node;
    return this.#yaml.isNode(target) ? target : undefined;
  }

  #read(): unknown {
    const problem = this.#document.errors[0] ?? this.#document.warnings[0];
    if (problem !== undefined) {
      const { line } = this.#lines.linePos(problem.pos[0]);
      throw new FixtureError(this.file, line || 1, `not valid YAML: ${problem.message}`);
    }
    let value: unknown;
    try {
      value = this.#document.toJS({ maxAliasCount: 100 });
    } catch (error) {
      // An alias without its anchor, or aliases that would unfold to something huge.
      throw new FixtureError(this.file, 1, `not valid YAML: ${(error as Error).message}`);
    }
    if (value === null || value === undefined)
      throw new FixtureError(this.file, 1, `the file is empty; expected ${this.#expected}`);
    const odd = plainProblem(value);
    if (odd !== undefined) throw this.error(odd.path, odd.what);
    return value;
  }
}

function parsed(
  yaml: Yaml,
  text: string,
  options: Parameters<Yaml["parseDocument"]>[1],
  file: string,
): Document {
  try {
    return yaml.parseDocument(text, options);
  } catch (error) {
    // The parser recurses: a text that nests too deep exhausts the stack.
    const why = error instanceof RangeError ? "it nests too deep" : (error as Error).message;
    throw new FixtureError(file, 1, `not valid YAML: ${why}`);
  }
}
