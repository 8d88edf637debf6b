import type { Sink, Streaming } from "../../pipeline/incoming.ts";
import { ControlError } from "../../emulation/problem.ts";

/** A server-sent event: its name, its number and its data, as JSON. */
export class ServerEvent {
  readonly text: string;

  constructor(data: unknown, { name, id }: { readonly name?: string; readonly id?: number } = {}) {
    const number = id === undefined ? "" : `id: ${id}\n`;
    const named = name === undefined ? "" : `event: ${name}\n`;
    this.text = `${number}${named}data: ${JSON.stringify(data)}\n\n`;
  }
}

/** That events are missing. @param count null: it is not known how many */
export const missedEvent = (count: number | null): ServerEvent =>
  new ServerEvent({ missed: count }, { name: "missed" });

interface Reader {
  readonly sink: Sink;
  readonly path: string;
  readonly stop: () => void;
  /** What it is sent first; undefined: it has got to the present. */
  before: Iterator<ServerEvent> | undefined;
  /** Events since it fell behind. */
  missed: number;
}

/** Those who read answers that go on. Who does not read is told how many it missed, or is dropped for too many. */
export class Readers {
  readonly #note: (message: string) => void;
  readonly #bounds: Readonly<Record<"bytesMax" | "missedMax" | "readersMax", number>>;
  readonly #open = new Set<Reader>();
  #missed = 0;
  #dropped = 0;

  /** @param note told, in one line, of each who is dropped */
  constructor(
    note: (message: string) => void,
    { bytesMax = 1_000_000, missedMax = 10_000, readersMax = 50 } = {},
  ) {
    this.#note = note;
    this.#bounds = { bytesMax, missedMax, readersMax };
  }

  /** Makes room for another, if need be in the place of who is furthest behind. @throws ControlError where all read */
  admit(): void {
    const { readersMax } = this.#bounds;
    if (this.#open.size < readersMax) return;
    const [last] = [...this.#open].toSorted((one, other) => other.missed - one.missed);
    const full = `there are ${readersMax} readers: end one`;
    if (!last?.missed) throw new ControlError(full, "", { kind: "unavailable" });
    this.#drop(last);
  }

  /** Begins to send. @param before sent first; what happens meanwhile is part of it */
  open(
    sink: Sink,
    path: string,
    listen: (send: (event: unknown) => void) => () => void,
    before?: Iterator<ServerEvent>,
  ): Streaming {
    // The first line tells a reader that nothing will be missed from here on.
    sink.write(": open\n\n");
    const stopListening = listen((event) => this.#send(reader, event));
    const stop = () => {
      stopListening();
      this.#open.delete(reader);
    };
    const reader: Reader = { sink, path, stop, before, missed: 0 };
    this.#open.add(reader);
    this.#goOn(reader);
    return { stop, drained: () => this.#catchUp(reader) };
  }

  /** How they are doing, in the health of an emulator: who has not read what was sent is behind. */
  view() {
    const all = [...this.#open];
    return {
      open: all.length,
      behind: all.filter(({ missed }) => missed > 0).length,
      waitingBytes: all.reduce((sum, { sink }) => sum + sink.waiting(), 0),
      missed: this.#missed,
      dropped: this.#dropped,
    };
  }

  #send(reader: Reader, event: unknown): void {
    const { bytesMax, missedMax } = this.#bounds;
    const { sink } = reader;
    if (reader.missed === 0 && reader.before === undefined) {
      const { text } = event instanceof ServerEvent ? event : new ServerEvent(event);
      if (sink.waiting() + Buffer.byteLength(text) <= bytesMax) return sink.write(text);
    }
    reader.missed += 1;
    if (reader.before === undefined) this.#missed += 1;
    if (reader.missed > missedMax) this.#drop(reader);
  }

  /** Sends what comes first, as far as there is room: nothing of it is missed. */
  #goOn(reader: Reader): void {
    const { before, sink } = reader;
    if (before === undefined) return;
    while (sink.waiting() < this.#bounds.bytesMax) {
      const { value, done } = before.next();
      if (done === true) {
        reader.before = undefined;
        reader.missed = 0;
        return;
      }
      sink.write((value as ServerEvent).text);
    }
  }

  /** Who has read all that waited is told what else there was, and hears on. */
  #catchUp(reader: Reader): void {
    if (reader.before !== undefined) return this.#goOn(reader);
    if (reader.missed === 0) return;
    reader.sink.write(missedEvent(reader.missed).text);
    reader.missed = 0;
  }

  #drop(reader: Reader): void {
    reader.stop();
    this.#dropped += 1;
    this.#note(
      `dropped a reader of ${reader.path}: it does not read, and missed ${reader.missed} events`,
    );
    reader.sink.cut("the reader was dropped: it did not read");
  }
}
