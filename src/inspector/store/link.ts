import { signal } from "@preact/signals";
import type { Control } from "../client/control.ts";
import type { Hello } from "../../control/requests/stream.ts";
import type { Happening } from "../client/events.ts";
import { Problem } from "../client/problem.ts";
import type { Pulse } from "./pulse.ts";

/** Whether the page hears of the emulator. */
export type LinkState =
  | { readonly kind: "connecting" }
  | { readonly kind: "streaming" }
  /** Since when, by the page's time, how often it was tried again, and when it is next. */
  | {
      readonly kind: "lost";
      readonly since: number;
      readonly tries: number;
      readonly again: number;
    }
  /** The control token is asked for; `isWrong`: another one than was given. */
  | { readonly kind: "locked"; readonly isWrong: boolean };

/** Who hears of what the stream says. */
export interface Listener {
  /** Called with the first event of a stream. `isNew`: nothing that was known holds any more. */
  greet(hello: Hello, isNew: boolean): Promise<void>;
  /** Called before a frame is drawn, with what came since the last one. */
  take(happenings: readonly Happening[]): void;
}

/** How long it waits before it tries again; then always as long as the last. */
const pauses = [250, 500, 1000, 2000, 4000];

/** As many events wait for a frame; what is more is missed. */
const waitingMax = 20_000;

/** Keeps one stream open, and goes on where it was. */
export class Link {
  readonly state = signal<LinkState>({ kind: "connecting" });
  readonly #control: Control;
  readonly #pulse: Pulse;
  readonly #listener: Listener;
  #since: { number: string; epoch: string } | undefined;
  #waiting: Happening[] = [];
  #isAsked = false;
  #greeting: Promise<void> = Promise.resolve();
  #wake: () => void = () => {};

  constructor(control: Control, pulse: Pulse, listener: Listener) {
    this.#control = control;
    this.#pulse = pulse;
    this.#listener = listener;
  }

  /** Reads the stream, again and again, for as long as the page is open. */
  async run(): Promise<never> {
    for (let tries = 0, since = 0; ; tries += 1) {
      const problem = await this.#follow(() => {
        tries = 0;
      });
      if (problem instanceof Problem && problem.wantsToken) {
        const isWrong = this.state.peek().kind === "locked";
        this.state.value = { kind: "locked", isWrong };
        await this.#woken();
        continue;
      }
      const now = this.#pulse.now();
      if (tries === 0) since = now;
      const pause = pauses[Math.min(tries, pauses.length - 1)] ?? 4000;
      this.state.value = { kind: "lost", since, tries: tries + 1, again: now + pause };
      await Promise.race([this.#pulse.wait(pause), this.#woken()]);
    }
  }

  /** Tries again at once, with this control token if one is given. */
  retry(token?: string): void {
    if (token !== undefined) this.#control.useToken(token);
    this.#wake();
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** @returns why it ended */
  async #follow(opened: () => void): Promise<unknown> {
    const ended = new AbortController();
    try {
      await this.#control.follow(
        this.#since,
        (happening, number) => {
          if (happening.name === "hello") {
            opened();
            this.#greet(happening.data);
          }
          this.#hear(happening);
          // What is sent again comes after the greeting, with the numbers that it had.
          if (number !== undefined && this.#since !== undefined && happening.name !== "hello")
            this.#since.number = number;
        },
        ended.signal,
      );
      return undefined;
    } catch (problem) {
      return problem;
    } finally {
      ended.abort();
    }
  }

  #greet(hello: Hello): void {
    const isNew = this.#since?.epoch !== hello.epoch;
    if (isNew) this.#since = { number: String(hello.number), epoch: hello.epoch };
    this.#greeting = this.#listener
      .greet(hello, isNew)
      .then(() => {
        this.state.value = { kind: "streaming" };
      })
      // The stream is open, so what it says is shown; what could not be loaded is asked for again by its view.
      .catch(() => {
        this.state.value = { kind: "streaming" };
      });
  }

  #hear(happening: Happening): void {
    this.#waiting.push(happening);
    if (this.#isAsked) return;
    this.#isAsked = true;
    void this.#greeting.then(() =>
      this.#pulse.frame(() => {
        this.#isAsked = false;
        const [waiting, missed] = [this.#waiting, this.#waiting.length - waitingMax];
        this.#waiting = [];
        const kept: readonly Happening[] =
          missed > 0 ? [{ name: "missed", data: { missed } }, ...waiting.slice(missed)] : waiting;
        this.#listener.take(kept);
      }),
    );
  }
}
