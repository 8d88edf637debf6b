import { readFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { channelVariable } from "../../preload/messages.ts";
import { Clock } from "../../world/time/clock.ts";
import type { ClientTime } from "../../world/time/client-time.ts";
import { pause } from "../../world/time/deadline.ts";
import { pathVariables, quoted, writeHooks } from "./child-environment.ts";
import { Outsiders, answersOf, whatIsUnderWay } from "./under-way.ts";
import { SkipChannel } from "./skip-channel.ts";
import { KeptReal, type Skipped } from "./skipped.ts";

/** Without a time-out, no more is skipped: what never ends would spin for ever. */
const skippedMsMax = 7 * 86_400_000;

/** How long it is waited until the next look, while something is under way: at first, and at most. */
const [pauseMsMin, pauseMsMax] = [1, 16];

/** What is due so soon comes by itself. */
const soonMs = 1;

export class SkipWaits {
  readonly #time: ClientTime;
  readonly #ports: readonly number[];
  readonly #channel: SkipChannel;
  readonly #kept = new KeptReal();
  /** Goes by the command's time, as its `--timeout` does. */
  readonly clock: Clock;
  readonly #from: number;
  readonly #outsiders = new Outsiders();
  #changes = 0;
  #wake = () => {};
  #isClosed = false;
  #isEndless = false;
  #ended: Promise<void> = Promise.resolve();
  #over: Promise<Skipped> | undefined;

  /** @param ports where the emulator listens, and its proxy */
  constructor(time: ClientTime, ports: readonly number[]) {
    this.#time = time;
    this.#ports = ports;
    this.#from = time.skippedMs;
    this.clock = new Clock({ time });
    this.#channel = new SkipChannel(() => this.#change());
    time.onHeldBack(() => this.#change());
  }

  /** Opens the channel. @returns what the command's environment needs beside its own */
  async begin(env: Readonly<Record<string, string | undefined>>): Promise<Record<string, string>> {
    const { folder } = this.#channel;
    const preload = folder.write("preload.cjs", readFileSync(preloadFile()));
    writeHooks("waits", (name, content) => folder.write(name, content));
    this.#channel.tell(this.#time.skippedMs, true);
    await this.#channel.listen();
    this.#ended = this.#goOn();
    return {
      [channelVariable]: folder.path,
      NODE_OPTIONS: `--require ${quoted(preload)} ${env["NODE_OPTIONS"] ?? ""}`.trim(),
      // Those of other languages reach the channel by its file.
      ...(process.platform !== "win32" &&
        pathVariables(folder.path, "service_emulator_waits", env)),
    };
  }

  watch(pid: number | undefined): void {
    this.#outsiders.command = pid;
  }

  end(): Promise<Skipped> {
    return (this.#over ??= this.#end());
  }

  async #end(): Promise<Skipped> {
    this.#isClosed = true;
    this.#change();
    await this.#channel.close();
    await this.#ended;
    this.#time.onHeldBack(() => {});
    const kept = this.#kept.longest();
    return {
      joined: this.#channel.joined,
      skippedMs: this.#time.skippedMs - this.#from,
      isEndless: this.#isEndless,
      ...(kept && { kept }),
    };
  }

  #change(): void {
    this.#changes += 1;
    this.#wake();
  }

  async #goOn(): Promise<void> {
    let pauseMs = pauseMsMin;
    while (!this.#isClosed) {
      if (this.#channel.participants.size === 0) {
        await this.#woken();
        continue;
      }
      const changes = this.#changes;
      const ms = await this.#restMs();
      if (this.#isClosed) return;
      if (ms !== undefined && changes === this.#changes) {
        await this.#skip(ms);
        pauseMs = pauseMsMin;
        continue;
      }
      if (changes !== this.#changes) pauseMs = pauseMsMin;
      await Promise.race([pause(pauseMs), this.#woken()]);
      pauseMs = Math.min(2 * pauseMs, pauseMsMax);
    }
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  async #skip(ms: number): Promise<void> {
    if (this.#time.skippedMs - this.#from + ms > skippedMsMax) {
      this.#isEndless = true;
      return this.#woken();
    }
    // First, since they hear of what the emulator sends by it, and of each other.
    const { participants } = this.#channel;
    const skipped = this.#time.skippedMs + ms;
    this.#channel.tell(skipped, participants.size === 1);
    if (participants.size > 1) await answersOf(participants);
    this.#time.skip(ms);
    if (participants.size > 1) this.#channel.tell(skipped, true);
    await turn();
  }

  /** How long nothing will happen but by the time; undefined: something is under way. */
  async #restMs(): Promise<number | undefined> {
    const { participants } = this.#channel;
    const [time, ports, outsiders] = [this.#time, this.#ports, this.#outsiders];
    const found = await whatIsUnderWay({ participants, time, ports, outsiders });
    this.#kept.note(found.keeps);
    if (found.nextMs === undefined) return undefined;
    const ms = Math.ceil(found.nextMs);
    return ms > soonMs ? ms : undefined;
  }
}

/** The file that processes load, which is built on its own. */
function preloadFile(): URL {
  const isBuilt = import.meta.url.includes("/dist/");
  return new URL(isBuilt ? "./preload.cjs" : "../../../dist/preload.cjs", import.meta.url);
}
