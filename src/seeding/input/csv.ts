import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { InfoRecord } from "csv-parse";
import type { Shape } from "../../contract/shape.ts";
import { nearest } from "../../world/name-match.ts";
import type { BulkLine } from "../fixture/place.ts";
import { FixtureError, quoted } from "../fixture/error.ts";

/** The most that one line may have, in characters: more is a quote that is not closed. */
const lineMax = 1_000_000;

/** Of a list in a cell: `Newsletter;Customers`. */
const listSeparator = ";";

type Column = { readonly steps: readonly string[]; readonly read: (text: string) => unknown };

/** Reads CSV (RFC 4180) with a header line: members of the shape, with dots for those within (`location.city`). An empty cell says nothing. @throws FixtureError */
export async function* linesOfCsv(
  texts: AsyncIterable<string>,
  shape: Shape,
  file: string,
): AsyncGenerator<BulkLine> {
  let columns: readonly Column[] | undefined;
  for await (const { cells, line } of rowsOf(texts, file)) {
    if (columns === undefined) columns = columnsOf(cells, shape, file);
    else yield { line, value: recordOf(cells, columns) };
  }
  if (columns === undefined)
    throw new FixtureError(file, 1, "the file is empty; expected a line of column names");
}

async function* rowsOf(texts: AsyncIterable<string>, file: string) {
  const { CsvError, parse } = await import("csv-parse");
  const parser = parse({ bom: true, info: true, skip_empty_lines: true, max_record_size: lineMax });
  // A reader that ends early ends the pipeline too: what it says then is no news.
  const fed = pipeline(Readable.from(texts), parser).catch(() => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const breaks = record.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
      yield { cells: record, line: info.lines - breaks };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number((error as { lines?: unknown }).lines) || 1;
    const what = words[error.code] ?? error.message;
    throw new FixtureError(file, line, `not valid CSV: ${what}`);
  } finally {
    parser.destroy();
    await fed;
  }
}

type Parsed = { readonly record: readonly string[]; readonly info: InfoRecord };

const words: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: "expected as many cells as there are columns",
  CSV_QUOTE_NOT_CLOSED: "a quote is not closed",
  CSV_MAX_RECORD_SIZE: "a line is too long, or a quote is not closed",
};

function columnsOf(names: readonly string[], shape: Shape, file: string): readonly Column[] {
  const fail = (what: string) => new FixtureError(file, 1, what);
  const other = names.length === 1 ? /[;\t|]/.exec(names[0] ?? "") : null;
  if (other !== null)
    throw fail(`expected columns separated by commas, not by ${JSON.stringify(other[0])}`);
  const trimmed = names.map((name) => name.trim());
  return trimmed.map((name) => {
    const steps = name.split(".");
    if (trimmed.indexOf(name) !== trimmed.lastIndexOf(name))
      throw fail(`column ${quoted(name)} is there twice`);
    const around = steps.slice(0, -1).map((_, at) => steps.slice(0, at + 1).join("."));
    const outer = around.find((each) => trimmed.includes(each));
    if (outer !== undefined)
      throw fail(`column ${quoted(name)} is part of column ${quoted(outer)}`);
    const unknown = (hint: string) => fail(`unknown column ${quoted(name)} (${hint})`);
    return { steps, read: readerOf(shape, steps, unknown) };
  });
}

function readerOf(
  shape: Shape,
  steps: readonly string[],
  fail: (hint: string) => FixtureError,
): Column["read"] {
  const kinds = optionsOf(shape);
  const [step, ...rest] = steps;
  if (step === undefined) return readAs(kinds);
  if (kinds.some(({ kind }) => kind === "open")) return ownValue;
  const members = kinds.flatMap((each) => (each.kind === "object" ? [...each.members] : []));
  const found = members.find(([name]) => name === step)?.[1];
  if (found !== undefined) return readerOf(found.shape, rest, fail);
  const names = members.map(([name]) => name);
  const like = nearest(step, names);
  if (like !== undefined) throw fail(`did you mean ${like}?`);
  throw fail(names.length === 0 ? "nothing lies within it" : `expected ${names.join(", ")}`);
}

function optionsOf(shape: Shape): readonly Shape[] {
  if (shape.kind === "nullable") return optionsOf(shape.shape);
  return shape.kind === "oneOf" ? shape.shapes.flatMap(optionsOf) : [shape];
}

/** What cannot be read stays a text, which the shape then refuses in its own words. */
function readAs(shapes: readonly Shape[]): Column["read"] {
  if (shapes.some(({ kind }) => kind === "string" || kind === "literal")) return (text) => text;
  const listed = shapes.flatMap((each) => (each.kind === "list" ? optionsOf(each.of) : []));
  if (listed.length === 0 || listed.some(({ kind }) => kind === "object")) return ownValue;
  return (text) => text.split(listSeparator).map((each) => each.trim());
}

/** What is JSON counts as what it says (42, true, [1, 2]); all else, as 007, as text. */
function ownValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "number" && !isExact(value) ? text : value;
  } catch {
    return text;
  }
}

/** An id of twenty digits would lose the last ones. */
const isExact = (value: number) =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

function recordOf(cells: readonly string[], columns: readonly Column[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [place, { steps, read }] of columns.entries()) {
    const text = cells[place] ?? "";
    if (text !== "") putAt(record, steps, read(text));
  }
  return record;
}

/** Defined, not assigned: customers may name a property `__proto__`. */
function putAt(record: Record<string, unknown>, steps: readonly string[], value: unknown): void {
  let within = record;
  for (const [index, step] of steps.entries()) {
    const last = index === steps.length - 1;
    if (!last && Object.hasOwn(within, step)) {
      within = within[step] as Record<string, unknown>;
      continue;
    }
    const below = {};
    const options = { enumerable: true, writable: true, configurable: true };
    Object.defineProperty(within, step, { value: last ? value : below, ...options });
    within = below;
  }
}
