import { computed, signal } from "@preact/signals";
import type { ClockView } from "../../control/clock-view.ts";
import type { Pulse } from "./pulse.ts";

/** The emulator's clock, as it was last heard of and as it runs on since. */
export class WorldClock {
  readonly #pulse: Pulse;
  readonly #heard = signal<(ClockView & { readonly at: number }) | undefined>(undefined);
  readonly #beat;
  /** How it runs; undefined: nothing was heard of it yet. */
  readonly mode = computed(() => this.#heard.value?.mode);
  readonly factor = computed(() => this.#heard.value?.factor ?? 1);

  constructor(pulse: Pulse) {
    this.#pulse = pulse;
    this.#beat = pulse.beat(100);
  }

  /** Takes over what the emulator says. */
  hear(clock: ClockView): void {
    this.#heard.value = { ...clock, at: this.#pulse.now() };
  }

  /** World time in milliseconds; who reads it in a component is drawn anew ten times a second. */
  get now(): number {
    void this.#beat.value;
    return this.peek();
  }

  /** World time as it is at this moment. */
  peek(): number {
    const heard = this.#heard.value;
    if (heard === undefined) return 0;
    if (heard.mode === "frozen") return heard.ms;
    return heard.ms + (this.#pulse.now() - heard.at) * (heard.factor || 1);
  }
}
