import { linesIn } from "../emulation/json-lines.ts";
import { isAlone, isSound, lineIn, numberOf } from "./log.ts";
import type { LogLine, LogPlace, Opening } from "./log.ts";
import { openingIn } from "./read-log.ts";

interface SoundLine {
  /** From 1, in the order in which they were written. */
  readonly number: number;
  /** Of the file, from 1. */
  readonly line: number;
  readonly text: string;
}

export interface DamagedLine {
  /** Of the file, from 1. */
  readonly line: number;
  /** As far as it can be read. */
  readonly text: string;
  /** The number of the line before it. */
  readonly after: number;
}

export interface LogRemains {
  /** What its first line says, if that is sound. */
  readonly opening: Opening | undefined;
  readonly lines: readonly SoundLine[];
  readonly damaged: readonly DamagedLine[];
  readonly checksum: string | undefined;
}

/** Lines of a log that stand in what is damaged: the end of one may have gone. */
const lineWithin = /\{"_id":"\d{9,}",.*?"c":"[0-9a-f]{8,16}"\}/g;

/** Reads all lines of a log that are as they were written; undefined for another log. @throws what the system says */
export async function salvageLog(path: string, of: LogPlace, newest: number) {
  const sound = soundLines(of);
  const damaged: DamagedLine[] = [];
  let isStray = false;
  for await (const { bytes, number: line, whole } of linesIn(path)) {
    const text = bytes.toString();
    const read = lineIn(text);
    const after = sound.last();
    if (sound.take(read, line) || (!whole && of.log === newest)) continue;
    isStray ||= line === 1 && isOther(read, of);
    const rest = text.replaceAll(lineWithin, (each) =>
      each !== text && sound.take(lineIn(each), line) ? "" : each,
    );
    if (rest === "" || /"k":"(open|close)"/.test(rest)) continue;
    damaged.push({ line, text: isOfAnother(read, of, newest) ? "" : rest, after });
  }
  const found = sound.found();
  return isStray && found.lines.length === 0 ? undefined : { ...found, damaged };
}

/** Whether the first line of a log is sound, and says that it is another. */
function isOther(line: LogLine | undefined, { folder, log }: LogPlace): boolean {
  if (line?.k !== "open") return false;
  const own = openingIn(line);
  const isHere = own.log === log && (own.folder === undefined || own.folder === folder);
  return !isHere && isSound(line, own, "00000000");
}

/** Whether a line stands in another log of the folder as it stands here: it does not say what stood here. */
function isOfAnother(line: LogLine | undefined, of: LogPlace, newest: number): boolean {
  if (line === undefined) return false;
  const logs = Array.from({ length: newest }, (_, at) => at + 1);
  return logs.some((log) => isSound(line, { ...of, log }, undefined));
}

/** The lines of a log that are as they were written. */
function soundLines(of: LogPlace) {
  const lines = new Map<number, LogLine & { readonly at: number }>();
  let before: string | undefined = "00000000";
  /** Whether its lines have no checksums; undefined: none was found yet. */
  let isBare: boolean | undefined;
  let last = 0;
  return {
    /** The number of the last one in the file. */
    last: () => last,
    /** @returns whether it is sound */
    take(line: LogLine | undefined, at: number): boolean {
      const previous = before;
      before = line?.c;
      if (line === undefined) return false;
      isBare ??= line.c === undefined;
      if (isBare !== (line.c === undefined)) return false;
      // A log that was begun before the folder had an id does not know of it.
      const isOfNoFolder = () => isAlone(line) && isSound(line, { log: of.log }, undefined);
      if (!isSound(line, of, previous) && !isOfNoFolder()) return false;
      last = numberOf(line);
      lines.set(last, { ...line, at });
      return true;
    },
    found(): Omit<LogRemains, "damaged"> {
      const ordered = [...lines].sort(([a], [b]) => a - b);
      const opening = ordered.find(([, { k: kind }]) => kind === "open")?.[1];
      const records = ordered.filter(([, { k: kind }]) => kind === undefined);
      return {
        opening: opening && openingIn(opening),
        lines: records.map(([number, { j: text, at: line }]) => ({ number, line, text })),
        checksum: records.at(-1)?.[1].c?.slice(0, 8),
      };
    },
  };
}
