import type { Sink, Streaming } from "../pipeline/incoming.ts";
import { slice, turn } from "../world/time/slices.ts";

/**
 * A text as it is made: a piece of it where it yields one, and everywhere a place to be set down. Its last piece is what
 * it returns.
 */
export type Pieces = Generator<string | undefined, string>;

/** So many things of a list are one piece: less than a millisecond's work. */
const pieceSize = 32;

/** An answer whose text is made while it is sent, so that a long one holds up no request. */
export class LongText {
  readonly pieces: Pieces;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * @param pieces it tells of the state of the moment at which it began, also where it goes on later
   * @param headers Default: those of JSON
   */
  constructor(pieces: Pieces, headers = {}) {
    this.pieces = pieces;
    this.headers = headers;
  }
}

/**
 * The JSON of an object with one list in it.
 *
 * @param of what is shown of each, without waiting for anything
 * @param beside its other members
 */
export function* listed<T>(
  name: string,
  many: readonly T[],
  of: (each: T) => unknown,
  beside: object = {},
): Generator<string, string> {
  const textOf = (from: number) =>
    JSON.stringify(many.slice(from, from + pieceSize).map(of)).slice(1, -1);
  const others = Object.entries(beside).map(
    (each) => `${each.map((e) => JSON.stringify(e)).join(":")},`,
  );
  let text = `{${others.join("")}${JSON.stringify(name)}:[${textOf(0)}`;
  for (let from = pieceSize; from < many.length; from += pieceSize) {
    yield text;
    text = `,${textOf(from)}`;
  }
  // A list that is short is one piece, however late the process is: its length is known.
  return `${text}]}`;
}

/** How many characters are made in one turn, and how many bytes may wait for who reads them before more is made. */
const [portionMax, waitingMax] = [229_376, 262_144];

/** What there is of an answer after one turn. */
interface Portion {
  readonly text: string | Buffer;
  readonly isLast: boolean;
}

/** An answer, a portion after the other. */
interface Portions {
  next(): Portion;
  /** Nobody reads it any more. */
  stop(): void;
}

/** @param now milliseconds, from any instant on */
export const portionsOf = (text: LongText, now: () => number): Portions => ({
  next: () => portionOf(text, now),
  stop: () => void text.pieces.return(""),
});

/** The portions of a body that is there as a whole. */
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

function portionOf({ pieces }: LongText, now: () => number): Portion {
  let text = "";
  const { done = false, value = "" } = slice(pieces, now, (piece = "") => {
    text += piece;
    return text.length >= portionMax;
  });
  return { text: done ? text + value : text, isLast: done };
}

/**
 * Sends an answer, a portion in each turn, as fast as it is read; what nobody reads any more is not made.
 *
 * @param begun its first portion, if there was one
 * @param failed told of a mistake: what is sent of the text breaks off there
 */
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
