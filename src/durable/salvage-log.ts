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
  const sound = new SoundLines(of);
  const damaged: DamagedLine[] = [];
  let isStray = false;
  for await (const { bytes, number: line, whole } of linesIn(path)) {
    const text = bytes.toString();
    const read = lineIn(text);
    const { last: after } = sound;
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

class SoundLines {
  readonly #of: LogPlace;
  readonly #lines = new Map<number, LogLine & { readonly at: number }>();
  #before: string | undefined = "00000000";
  /** Whether its lines have no checksums; undefined: none was found yet. */
  #isBare: boolean | undefined;
  /** The number of the last one in the file. */
  last = 0;

  constructor(of: LogPlace) {
    this.#of = of;
  }

  /** @returns whether it is sound */
  take(line: LogLine | undefined, at: number): boolean {
    const before = this.#before;
    this.#before = line?.c;
    if (line === undefined) return false;
    this.#isBare ??= line.c === undefined;
    if (this.#isBare !== (line.c === undefined)) return false;
    // A log that was begun before the folder had an id does not know of it.
    const isOfNoFolder = () => isAlone(line) && isSound(line, { log: this.#of.log }, undefined);
    if (!isSound(line, this.#of, before) && !isOfNoFolder()) return false;
    this.last = numberOf(line);
    this.#lines.set(this.last, { ...line, at });
    return true;
  }

  found(): Omit<LogRemains, "damaged"> {
    const lines = [...this.#lines].sort(([a], [b]) => a - b);
    const opening = lines.find(([, { k: kind }]) => kind === "open")?.[1];
    const records = lines.filter(([, { k: kind }]) => kind === undefined);
    return {
      opening: opening && openingIn(opening),
      lines: records.map(([number, { j: text, at: line }]) => ({ number, line, text })),
      checksum: records.at(-1)?.[1].c?.slice(0, 8),
    };
  }
}
