import { realpath } from "node:fs/promises";
import { dirname, extname, isAbsolute, join, relative, sep } from "node:path";
import type { Shape } from "../../contract/shape.ts";
import { type Path, shapeProblem, textOfPath } from "../../world/read-shape.ts";
import { FixtureError, quoted } from "../fixture/error.ts";
import type { BulkLine, Place, Written } from "../fixture/place.ts";
import { plainProblem } from "../fixture/value-source.ts";
import { blocksOf, InputError } from "./input-file.ts";

const bulkBytesMax = 4_000_000_000;

const lineMax = 10_000_000;

/** The records of one bulk file, each known by its place among them, and their lines. */
export class BulkSource<T> implements Written {
  readonly file: string;
  readonly items: T[] = [];
  readonly #lines: number[] = [];

  constructor(file: string) {
    this.file = file;
  }

  add({ line, value }: BulkLine, shape: Shape): void {
    const index = this.#lines.push(line) - 1;
    const odd = plainProblem(value);
    if (odd !== undefined) throw this.error([index, ...odd.path], odd.what);
    const wrong = shapeProblem(shape, value);
    if (wrong !== undefined) throw this.error([index, ...wrong.path], wrong.message, wrong.nearest);
    this.items.push(value as T);
  }

  error(path: Path, what: string, nearest?: string): FixtureError {
    const member = textOfPath(path.slice(1));
    return FixtureError.at(this.file, this.#lineOf(path), member, what, nearest);
  }

  whereIs(path: Path): string {
    return `${this.file}:${this.#lineOf(path)}`;
  }

  #lineOf([index]: Path): number {
    return this.#lines[Number(index)] ?? 1;
  }
}

/** JSON lines, or CSV with a header line. @param folder that of the fixture, which its paths do not leave @throws FixtureError with file and line */
export async function readBulk<T>(
  name: string,
  shape: Shape<T>,
  folder: string | undefined,
  place: Place,
): Promise<BulkSource<T>> {
  const file = await fileIn(folder, name, place);
  const source = new BulkSource<T>(join(dirname(place.source.file), name));
  const texts = textsOf(file, source.file);
  const { linesOfCsv } = extname(name) === ".csv" ? await import("./csv.ts") : {};
  const lines = linesOfCsv?.(texts, shape, source.file) ?? linesOfJson(texts, source.file);
  for await (const line of lines) source.add(line, shape);
  return source;
}

/** The file that is meant, links followed: it lies in the fixture's own folder or below. */
async function fileIn(folder: string | undefined, name: string, place: Place): Promise<string> {
  if (folder === undefined) throw place.error("only a fixture file can name another file");
  if (![".csv", ".jsonl"].includes(extname(name)))
    throw place.error(`expected a .csv or .jsonl file, not ${quoted(name)}`);
  if (isAbsolute(name) || name.split(/[\\/]/).includes("..")) throw outside(name, place);
  const root = await realpath(folder);
  const file = await realpath(join(root, name)).catch(() => undefined);
  if (file === undefined) throw place.error(`there is no file ${quoted(name)} beside the fixture`);
  const way = relative(root, file);
  if (isAbsolute(way) || way.split(sep)[0] === "..") throw outside(name, place);
  return file;
}

const outside = (name: string, place: Place): FixtureError =>
  place.error(`expected a file in the fixture's own folder, not ${quoted(name)}`);

async function* textsOf(file: string, shown: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const block of blocksOf(file, bulkBytesMax)) {
      yield decoder.decode(block, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    const what = error instanceof InputError ? error.message : "is not UTF-8 text";
    throw new FixtureError(shown, undefined, what);
  }
}

async function* linesOfJson(texts: AsyncIterable<string>, file: string): AsyncGenerator<BulkLine> {
  let line = 0;
  let rest = "";
  for await (const text of texts) {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > lineMax) {
      const what = `has more than ${lineMax} characters; expected one record a line`;
      throw new FixtureError(file, line + lines.length + 1, what);
    }
    for (const each of lines) {
      line += 1;
      if (each.trim() !== "") yield { line, value: parsed(each, file, line) };
    }
  }
  if (rest.trim() !== "") yield { line: line + 1, value: parsed(rest, file, line + 1) };
}

function parsed(text: string, file: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FixtureError(file, line, "not valid JSON; expected one record a line");
  }
}
