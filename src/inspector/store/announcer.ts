import { signal } from "@preact/signals";
import type { Pulse } from "./pulse.ts";

/** No more than one announcement in so long. */
const pauseMs = 5000;

/** What a screen reader is told of: few things, politely, and not the same thing twice in a row. */
export class Announcer {
  readonly text = signal("");
  readonly #pulse: Pulse;
  #last = -pauseMs;
  #kind = "";

  constructor(pulse: Pulse) {
    this.#pulse = pulse;
  }

  /** @param kind what is said of the same kind twice is said once */
  say(text: string, kind: string): void {
    const now = this.#pulse.now();
    if (now - this.#last < pauseMs || kind === this.#kind) return;
    this.#last = now;
    this.#kind = kind;
    this.text.value = text;
  }
}
