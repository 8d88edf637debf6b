import type { Sink, Streaming } from "../pipeline/incoming.ts";
import { machine } from "../world/time/machine-time.ts";
import { slice, turn } from "../world/time/slices.ts";

/** A text as it is made: pieces of it, and places to be set down. Its last piece is what it returns. */
export type Pieces = Generator<string | undefined, string>;

/** So many things of a list are one piece: less than a millisecond's work. */
const pieceSize = 32;

/** An answer whose text is made while it is sent, so that a long one holds up no request. */
export class LongText {
  readonly pieces: Pieces;
  readonly headers: Readonly<Record<string, string>>;
  /** @param pieces all of the state of one moment @param headers default: those of JSON */
  constructor(pieces: Pieces, headers = {}) {
    this.pieces = pieces;
    this.headers = headers;
  }
}

/** The JSON of an object with one list in it. @param beside its other members */
export function* listed<T>(name: string, all: readonly T[], of: (each: T) => unknown, beside = {}) {
  const textOf = (from: number) =>
    JSON.stringify(all.slice(from, from + pieceSize).map(of)).slice(1, -1);
  const others = JSON.stringify({ ...beside, [name]: [] }).slice(0, -2);
  let text = others + textOf(0);
  for (let from = pieceSize; from < all.length; from += pieceSize) {
    yield text;
    text = `,${textOf(from)}`;
  }
  // A list that is short is one piece, however late the process is: its length is known.
  return `${text}]}`;
}

/** How many characters are made in one turn, and how many bytes may wait for who reads them before more is made. */
const [portionMax, waitingMax] = [229_376, 262_144];

type Portion = { readonly text: string | Buffer; readonly isLast: boolean };

interface Portions {
  next(): Portion;
  /** Nobody reads it any more. */
  stop(): void;
}

export const portionsOf = ({ pieces }: LongText, now = machine.now): Portions => ({
  next: () => {
    let text = "";
    const { done = false, value = "" } = slice(pieces, now, (piece = "") => {
      text += piece;
      return text.length >= portionMax;
    });
    return { text: done ? text + value : text, isLast: done };
  },
  stop: () => void pieces.return(""),
});

export function portionsIn(body: Buffer): Portions {
  let from = 0;
  return {
    next: () => {
      const text = body.subarray(from, from + portionMax);
      from += portionMax;
      return { text, isLast: from >= body.length };
    },
    stop: () => {},
  };
}

/** Sends an answer, a portion in each turn, as fast as it is read; what nobody reads any more is not made. */
export function sendInTurns(
  portions: Portions,
  { begun = "", failed }: { begun?: Portion["text"]; failed: (error: unknown) => void },
): (sink: Sink) => Streaming {
  return (sink) => {
    const reading = { isOver: false, goOn: () => {} };
    const send = async () => {
      if (begun !== "") sink.write(begun);
      for (;;) {
        await turn();
        while (!reading.isOver && sink.waiting() > waitingMax)
          await new Promise<void>((resolve) => (reading.goOn = resolve));
        if (reading.isOver) return portions.stop();
        const portion = portions.next();
        if (portion.text.length > 0) sink.write(portion.text);
        if (portion.isLast) return sink.end();
      }
    };
    send().catch((error: unknown) => {
      failed(error);
      sink.cut("the response could not be completed");
    });
    const stop = () => {
      reading.isOver = true;
      reading.goOn();
    };
    return { drained: () => reading.goOn(), stop };
  };
}

/** About how many characters are one piece: less than a millisecond's work. */
const pieceMax = 8192;

/** How deep a value is taken apart. What lies deeper is a piece of its own, and small in whatever is shown. */
const depthMax = 6;

/** The JSON of a value, the same as that of `JSON.stringify`. The value stays as it is until the last piece. */
export function* jsonOf(value: unknown): Pieces {
  const said = { text: "" };
  yield* written(value, depthMax, said);
  return said.text;
}

function* written(value: unknown, depth: number, said: { text: string }): Generator<string, void> {
  if (depth === 0 || typeof value !== "object" || value === null || isLeaf(value)) {
    said.text += JSON.stringify(value) ?? "null";
    return;
  }
  const isList = Array.isArray(value);
  const members = isList ? value.entries() : Object.entries(value).filter(isSaid);
  let before = isList ? "[" : "{";
  for (const [name, member] of members) {
    said.text += isList ? before : `${before}${JSON.stringify(name)}:`;
    before = ",";
    yield* written(member, depth - 1, said);
    if (said.text.length < pieceMax) continue;
    yield said.text;
    said.text = "";
  }
  const isEmpty = before !== ",";
  said.text += `${isEmpty ? before : ""}${isList ? "]" : "}"}`;
}

/** What is not taken apart; short lists of names neither, of which a key has a hundred. */
const isLeaf = (value: object): boolean =>
  "toJSON" in value || (Array.isArray(value) && value.length <= namesMax && value.every(isName));

const namesMax = 100;
const isName = (value: unknown): boolean => typeof value === "string" && value.length <= namesMax;

const isSaid = ([, value]: readonly [string, unknown]): boolean =>
  value !== undefined && typeof value !== "function" && typeof value !== "symbol";
