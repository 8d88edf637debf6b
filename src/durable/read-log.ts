import { IrregularFile, linesIn } from "../emulation/json-lines.ts";
import { LineChain, type LogLine, type Opening, type Total } from "./log-line.ts";

/** What was found in a log. */
export interface LogFound {
  /** Up to the first damage. */
  readonly total: Total;
  /** What the first line says; undefined: it has none, as logs of before there were checksums. */
  readonly opening: Opening | undefined;
  /** Whether it was closed in good order. */
  readonly closed: boolean;
  /** A last line that was broken off: where it begins, in bytes. */
  readonly torn: number | undefined;
  readonly damage: LogDamage | undefined;
}

/** The first thing that is wrong in a log. */
interface LogDamage {
  /** From 1; undefined: it is about the whole file. */
  readonly line?: number;
  readonly what: string;
}

/** What becomes of the lines of a log. Either may throw for what cannot be: nothing behind it is read. */
export interface LogLines {
  readonly opened: (opening: Opening) => void;
  readonly apply: (text: string) => void;
}

/** Reads a log up to the first damage, without changing anything. */
export async function readLog(path: string, log: number, lines: LogLines): Promise<LogFound> {
  const reader = new LogReader(log, lines);
  try {
    for await (const { text, number: line, start, whole } of linesIn(path)) {
      if (!whole) return reader.found({ torn: start });
      const what = reader.read(text);
      if (what !== undefined) return reader.found({ damage: { line, what } });
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return reader.found({ damage: { what: "is missing" } });
    if (error instanceof IrregularFile) return reader.found({ damage: { what: error.message } });
    throw error;
  }
  return reader.found({});
}

class LogReader {
  readonly #log: number;
  readonly #into: LogLines;
  #chain: LineChain | undefined;
  #opening: Opening | undefined;
  #closed = false;
  #lines = 0;
  #checksum = new LineChain(1).checksum;

  constructor(log: number, into: LogLines) {
    this.#log = log;
    this.#into = into;
  }

  found({ torn, damage }: Partial<Pick<LogFound, "torn" | "damage">>): LogFound {
    const total = { log: this.#log, lines: this.#lines, checksum: this.#checksum };
    return { total, opening: this.#opening, closed: this.#closed, torn, damage };
  }

  /** @returns what is wrong with the line, if anything is */
  read(text: string | undefined): string | undefined {
    const line = lineOf(text);
    if (line === undefined) return "is damaged";
    if (this.#closed) return "is damaged (it stands behind the end)";
    const isFirst = this.#chain === undefined;
    this.#chain ??= new LineChain(line.k === "open" ? 0 : 1);
    const expected = this.#chain.next(line.j, line.k);
    const [id, expectedId] = [line, expected].map(idOf);
    if (id !== expectedId) return `is damaged (expected line ${expectedId}, met ${id})`;
    const isOld = this.#opening === undefined && !(isFirst && line.k === "open");
    if (isOld ? line.c !== undefined : line.c !== expected.c) {
      return "is damaged (its checksum is wrong)";
    }
    try {
      this.#take(line, isFirst);
    } catch (error) {
      const what = line.k === "open" ? "does not follow the log before it" : "is damaged";
      return `${what} (${(error as Error).message})`;
    }
    if (line.k !== "close") this.#checksum = this.#chain.checksum;
    return undefined;
  }

  #take({ k: kind, j: text }: LogLine, isFirst: boolean): void {
    if (kind === "close") this.#closed = true;
    else if (kind === undefined) {
      this.#into.apply(text);
      this.#lines += 1;
    } else {
      if (!isFirst) throw new Error("a log begins once");
      const opening = JSON.parse(text) as Opening;
      this.#into.opened(opening);
      this.#opening = opening;
    }
  }
}

const idOf = ({ _id: id }: Pick<LogLine, "_id">): number => Number(id);

function lineOf(text: string | undefined): LogLine | undefined {
  try {
    const line = JSON.parse(text ?? "") as Partial<LogLine> | null;
    const { _id: id } = line ?? {};
    const sound =
      typeof id === "string" &&
      /^\d{9,}$/.test(id) &&
      typeof line?.j === "string" &&
      (line.k === undefined || line.k === "open" || line.k === "close");
    return sound ? (line as LogLine) : undefined;
  } catch {
    return undefined;
  }
}
