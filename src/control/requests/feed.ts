import type { Emulation } from "../../emulation/emulation.ts";
import type { Happening, Tell } from "./happenings.ts";
import { listenToAll } from "./feed-sources.ts";
import { missedEvent, ServerEvent } from "./readers.ts";

type BufferedEvent = { readonly happening: Happening; readonly sent: ServerEvent };

/** How many events are kept for a reader whose connection was lost, and how many bytes of text. */
const keptMax = 10_000;
const keptBytesMax = 8_000_000;

/** How long events go on being kept when nobody listens any more, in real time. */
const lingerMs = 60_000;

export type Wanted = (happening: Happening) => boolean;

/** Everything that happens, numbered: from the first listener on until a minute after the last, which ends an epoch. */
export class Feed {
  readonly #emulation: Emulation;
  readonly #listeners = new Set<(kept: BufferedEvent) => void>();
  #kept: BufferedEvent[] = [];
  #first = 0;
  #bytes = 0;
  #number = 0;
  #epochs = 0;
  #stop: (() => void) | undefined;
  #leftReal = 0;

  constructor(emulation: Emulation) {
    this.#emulation = emulation;
  }

  /** What tells these numbers from those of another process, or of an earlier time. */
  get epoch(): string {
    return `${Math.floor(this.#emulation.startedReal * 1000).toString(36)}-${this.#epochs}`;
  }

  get number(): number {
    return this.#number;
  }

  /** @returns stops listening */
  listen(listener: (happening: Happening, sent: ServerEvent) => void): () => void {
    if (this.#stop === undefined) this.#begin();
    const heard = ({ happening, sent }: BufferedEvent) => listener(happening, sent);
    this.#listeners.add(heard);
    return () => {
      if (!this.#listeners.delete(heard) || this.#listeners.size > 0) return;
      this.#leftReal = this.#emulation.lasting.clock.realNow();
    };
  }

  /** What came after a number, up to the newest at the time when it is asked for it; a gap says how much is missing. */
  *since(after: number, wanted: Wanted): Generator<ServerEvent> {
    let at = after;
    while (at < this.#number) {
      const oldest = this.#number - (this.#kept.length - this.#first) + 1;
      if (at + 1 < oldest) {
        yield missedEvent(oldest - at - 1);
        at = oldest - 1;
        continue;
      }
      const kept = this.#kept[this.#first + at + 1 - oldest];
      at += 1;
      if (kept !== undefined && wanted(kept.happening)) yield kept.sent;
    }
  }

  #begin(): void {
    this.#epochs += 1;
    this.#kept = [];
    [this.#first, this.#bytes, this.#number] = [0, 0, 0];
    this.#stop = listenToAll(this.#emulation, this.#tell);
  }

  readonly #tell: Tell = (type, account, data) => {
    const now = this.#emulation.lasting.clock.realNow();
    if (this.#listeners.size === 0 && now - this.#leftReal > lingerMs) {
      this.#stop?.();
      this.#stop = undefined;
      this.#kept = [];
      return;
    }
    this.#number += 1;
    const happening = { number: this.#number, type, account, data } as unknown as Happening;
    const sent = new ServerEvent(data, { name: type, id: this.#number });
    const kept = { happening, sent };
    this.#kept.push(kept);
    this.#bytes += sent.text.length;
    while (this.#kept.length - this.#first > keptMax || this.#bytes > keptBytesMax) this.#drop();
    for (const heard of this.#listeners) heard(kept);
  };

  #drop(): void {
    this.#bytes -= this.#kept[this.#first]?.sent.text.length ?? 0;
    this.#first += 1;
    // Moving the rest once in a while keeps each event cheap and the array short.
    if (this.#first > 1024 && this.#first > this.#kept.length / 2) {
      this.#kept = this.#kept.slice(this.#first);
      this.#first = 0;
    }
  }
}
