import { IrregularFile, linesIn } from "../emulation/json-lines.ts";
import { jsonIn } from "../jsonapi/json.ts";
import { isAlone, LineChain, lineIn, numberOf } from "./log.ts";
import type { LogLine, Opening, Total } from "./log.ts";

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

interface LogDamage {
  /** From 1; undefined: it is about the whole file. */
  readonly line?: number;
  readonly what: string;
  /** It is whole, and does not belong where it stands. */
  readonly isStray?: boolean;
}

/** Why a log that is whole does not belong where it stands. */
export class StrayLog extends Error {}

/** What becomes of the lines of a log. Either may throw for what cannot be: nothing behind it is read. */
export interface LogLines {
  /** @throws StrayLog */
  readonly opened: (opening: Opening) => void;
  readonly apply: (text: string) => void;
}

/** Reads a log up to the first damage, without changing anything. */
export async function readLog(path: string, log: number, lines: LogLines): Promise<LogFound> {
  const reader = readerOf(log, lines);
  const damaged = (damage: LogDamage) => ({ ...reader.found(), damage });
  try {
    for await (const { text, number: line, start, whole } of linesIn(path)) {
      // One that lacks no more than its end was written in whole, and may have been answered.
      if (!whole && lineIn(text) === undefined) return { ...reader.found(), torn: start };
      const what = reader.read(text);
      if (what instanceof StrayLog) return damaged({ what: what.message, isStray: true });
      if (what !== undefined) return damaged({ line, what });
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return damaged({ what: "is missing" });
    if (error instanceof IrregularFile) return damaged({ what: error.message });
    throw error;
  }
  return reader.found();
}

function readerOf(log: number, { opened, apply }: LogLines) {
  let chain: LineChain | undefined;
  let opening: Opening | undefined;
  let [closed, lines, checksum] = [false, 0, "00000000"];
  const take = ({ k: kind, j: text }: LogLine, isFirst: boolean): void => {
    if (kind === "close") closed = true;
    else if (kind === undefined) {
      apply(text);
      lines += 1;
    } else {
      if (!isFirst) throw new Error("a log begins once");
      opening = JSON.parse(text) as Opening;
      opened(opening);
    }
  };
  return {
    found(): LogFound {
      const total = { log, lines, checksum };
      return { total, opening, closed, torn: undefined, damage: undefined };
    },
    read(text: string | undefined): string | StrayLog | undefined {
      const line = lineIn(text);
      if (line === undefined) return "is damaged";
      if (closed) return "is damaged (it stands behind the end)";
      const isFirst = chain === undefined;
      chain ??= chainOf(line);
      const expected = chain.next(line.j, line.k);
      const [id, expectedId] = [line, expected].map(numberOf);
      if (id !== expectedId) return `is damaged (expected line ${expectedId}, met ${id})`;
      const isOld = opening === undefined && !(isFirst && line.k === "open");
      if (isOld ? line.c !== undefined : line.c !== expected.c)
        return "is damaged (its checksum is wrong)";
      try {
        take(line, isFirst);
      } catch (error) {
        return error instanceof StrayLog ? error : `is damaged (${(error as Error).message})`;
      }
      if (line.k !== "close") checksum = chain.checksum;
      return undefined;
    },
  };
}

/** Its first line says which checksums a log has. */
function chainOf(first: LogLine): LineChain {
  if (first.k !== "open") return new LineChain(1, { alone: false, log: 0 });
  return new LineChain(0, { ...openingIn(first), alone: isAlone(first) });
}

/** What a first line says; what cannot be read of it is none of any log. */
export const openingIn = ({ j: text }: LogLine): Opening =>
  jsonIn(text, { log: 0, before: null }) as Opening;
