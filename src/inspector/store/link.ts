import { signal } from "@preact/signals";
import type { Hello } from "../../control/requests/stream.ts";
import { type Control, type Happening, Problem } from "../client/control.ts";
import type { Pulse } from "./pulse.ts";

type LinkState =
  | { readonly kind: "connecting" | "streaming" }
  /** Since when, by the page's time, and when it is tried again. */
  | { readonly kind: "lost"; readonly since: number; readonly again: number }
  /** The control token is asked for; `isWrong`: another one than was given. */
  | { readonly kind: "locked"; readonly isWrong: boolean };

interface Listener {
  readonly control: Control;
  readonly pulse: Pulse;
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
  readonly #listener: Listener;
  #since: { number: string; epoch: string } | undefined;
  #waiting: Happening[] = [];
  #isAsked = false;
  #greeting: Promise<void> = Promise.resolve();
  #wake: () => void = () => {};

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** Reads the stream, again and again, for as long as the page is open. */
  async run(): Promise<never> {
    const { pulse } = this.#listener;
    for (let tries = 0, since = 0; ; tries += 1) {
      const problem = await this.#follow(() => {
        tries = 0;
      });
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      if (problem instanceof Problem && problem.wantsToken) {
        this.state.value = { kind: "locked", isWrong: this.state.peek().kind === "locked" };
        await woken;
        continue;
      }
      const now = pulse.now();
      if (tries === 0) since = now;
      const pause = pauses[Math.min(tries, pauses.length - 1)] ?? 4000;
      this.state.value = { kind: "lost", since, again: now + pause };
      pulse.after(pause, this.#wake);
      await woken;
    }
  }

  /** Tries again at once, with this control token if one is given. */
  retry(token?: string): void {
    if (token !== undefined) this.#listener.control.token = token;
    this.#wake();
  }

  /** @returns why it ended */
  async #follow(opened: () => void): Promise<unknown> {
    const ended = new AbortController();
    const hear = (happening: Happening, number: string | undefined): void => {
      const isHello = happening.name === "hello";
      if (isHello) {
        opened();
        this.#greet(happening.data);
      }
      this.#hear(happening);
      // What is sent again comes after the greeting, with the numbers that it had.
      if (number !== undefined && this.#since !== undefined && !isHello)
        this.#since.number = number;
    };
    try {
      await this.#listener.control.follow(this.#since, hear, ended.signal);
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
      // The stream is open, so what it says is shown; what could not be loaded is asked for again by its view.
      .catch(() => {})
      .then(() => {
        this.state.value = { kind: "streaming" };
      });
  }

  #hear(happening: Happening): void {
    this.#waiting.push(happening);
    if (this.#isAsked) return;
    this.#isAsked = true;
    const { pulse } = this.#listener;
    void this.#greeting.then(() => pulse.frame(() => this.#hand()));
  }

  #hand(): void {
    const [waiting, missed] = [this.#waiting, this.#waiting.length - waitingMax];
    this.#isAsked = false;
    this.#waiting = [];
    const gap: Happening[] = missed > 0 ? [{ name: "missed", data: { missed } }] : [];
    this.#listener.take([...gap, ...waiting.slice(Math.max(0, missed))]);
  }
}
