import { computed, effect, type Signal, signal } from "@preact/signals";
import type { Happenings } from "../../control/requests/happenings.ts";
import type { Hello } from "../../control/requests/stream.ts";
import type { Saved } from "../../control/session/saved.ts";
import type { SandboxName } from "../../emulation/sandbox-options.ts";
import type { CardCall } from "../../report/card-shape.ts";
import type { FaultView } from "../../world/faults/fault.ts";
import type { Entry } from "../../world/journal/entry.ts";
import type { Calls } from "../client/calls.ts";
import { Control, textOfProblem, type Happening } from "../client/control.ts";
import { Activity, Windows, isShut } from "./windows.ts";
import { announcing, Pulse, WorldClock } from "./pulse.ts";
import { keep, kept } from "./ui.ts";
import { Link } from "./link.ts";
import { Requests } from "./requests.ts";

/** A card is graded again no sooner than that, in milliseconds; one that takes long, less often. */
const [cardPauseMin, cardPauseMax] = [2000, 5000] as const;

/** Events after which what a view has loaded may be another. */
const changing = ["clock", "reset", "snapshot", "delivery", "message", "scenario", "explore"];

/** All that the page knows of the emulator. Views read it, and ask it to act; nothing else knows the stream. */
export class Store {
  readonly control = new Control();
  readonly pulse = new Pulse();
  readonly clock = new WorldClock(this.pulse);
  readonly requests = new Requests();
  readonly activity = new Activity();
  readonly windows = new Windows();
  /** Counts and gauges are drawn anew this often, and orders that often. */
  readonly quarter = this.pulse.beat(250);
  readonly calm = this.pulse.beat(2000);
  readonly announcer = announcing(this.pulse);
  readonly link = new Link(this);
  readonly faults = signal<readonly FaultView[]>([]);
  readonly health = signal<Calls["GET /health"] | undefined>(undefined);
  readonly card = signal<Calls["GET /report"] | undefined>(undefined);
  /** Why there is none; empty: it is not graded yet, or it is there. */
  readonly cardProblem = signal("");
  /** Whether what the frame and the first views show is there, and why not. */
  readonly isLoaded = signal(false);
  readonly problem = signal("");
  /** The last exploration, or the one that runs; undefined: it is not loaded yet. */
  readonly exploration = signal<Calls["GET /explore"] | undefined>(undefined);
  /** Why it is not shown; empty: it is. */
  readonly explorationProblem = signal("");
  readonly accounts = signal<readonly string[]>([]);
  /** The sandboxes by their names, also those that are gone. */
  readonly sandboxes = signal<readonly SandboxName[]>([]);
  /** The account or sandbox that is looked at; undefined: all. */
  readonly account = signal<string | undefined>(undefined);
  /** Counts on with whatever else the stream tells of that a view may have loaded. */
  readonly changes = signal(0);
  /** The gauges of which a window refuses now. */
  readonly shut = computed(() => {
    const { now } = this.clock;
    return this.windows.gauges.value.flatMap((gauge) =>
      Object.values(gauge.counters)
        .filter((counter) => isShut(counter, now))
        .map((counter) => ({ gauge, counter })),
    );
  });
  readonly lastLimited = signal<Entry | undefined>(undefined);
  /** The call and the attempt that a request is, where the card tells of it. */
  readonly callOf = computed(() => {
    const calls = this.card.value?.calls ?? [];
    return new Map<string, { readonly call: CardCall; readonly index: number }>(
      calls.flatMap((call) =>
        call.attempts.map(({ exchange }, index) => [exchange, { call, index }] as const),
      ),
    );
  });
  /** Counts on, every two seconds at most, when something has happened: what loads something of its own reads it. */
  readonly renewed = signal(0);
  #isGrading = false;
  #isCardOld = false;

  /** Shows a session in the place of an emulator. */
  showSaved(saved: Saved): void {
    this.control.saved = saved;
    this.requests.max = saved.requests.length;
  }

  get saved(): Saved | undefined {
    return this.control.saved;
  }

  open(): void {
    void this.link.run();
    let seen = "";
    effect(() => {
      void this.account.value;
      if (!this.isLoaded.peek()) return;
      keep("account", this.account.peek() ?? "");
      this.card.value = undefined;
      this.wantCard();
      void this.#renewClock();
    });
    effect(() => {
      void this.calm.value;
      if (this.pulse.hasSlept()) void this.#renewClock();
      const mark = JSON.stringify([this.requests.end, this.changes.peek()]);
      if (mark !== seen) this.renewed.value = this.renewed.peek() + 1;
      seen = mark;
    });
  }

  /** The emulator's clock, which follows the machine's date once it is asked. One that cannot be reached tells it with its next stream. */
  async #renewClock(): Promise<void> {
    const account = this.account.peek();
    await this.control.call("GET /clock", { account }).then(
      (clock) => this.clock.hear(clock),
      () => {},
    );
  }

  async greet(hello: Hello, isNew: boolean): Promise<void> {
    this.clock.hear(hello.clock);
    this.accounts.value = hello.accounts;
    if (!isNew) return;
    if (this.requests.rows.length > 0) this.requests.divide("The emulator restarted.");
    this.activity.clear();
    try {
      await this.load();
    } catch (problem) {
      this.problem.value = textOfProblem(problem);
      throw problem;
    }
    this.isLoaded.value = true;
    this.problem.value = "";
    // What was looked at before a reload, if it is still there.
    const ids = [...this.accounts.value, ...this.sandboxes.value.map(({ id }) => id)];
    this.account.value ??= ids.find((id) => id === kept("account"));
  }

  async load(): Promise<void> {
    const { control } = this;
    const [health, { requests }, limits, { faults }] = await Promise.all([
      control.call("GET /health"),
      control.call("GET /requests"),
      control.call("GET /limits"),
      control.call("GET /faults"),
    ]);
    this.health.value = health;
    this.windows.load(limits);
    this.faults.value = faults;
    this.#takeRequests(requests.filter(({ id }) => this.requests.get(id) === undefined));
    this.changes.value += 1;
    this.wantCard();
    await this.loadSandboxes();
    await this.loadExploration();
  }

  async loadSandboxes(): Promise<void> {
    this.sandboxes.value = (await this.control.call("GET /sandboxes/names")).sandboxes;
  }

  sandboxNamed(account: string): string | undefined {
    return this.sandboxes.peek().find(({ id }) => id === account)?.name ?? undefined;
  }

  /** Loads what the exploration has found. One that has ended may be gone with its emulator: what was known stays. */
  loadExploration(): Promise<void> {
    const asked = this.control.call("GET /explore");
    return keepIn(this.exploration, this.explorationProblem, asked);
  }

  take(happenings: readonly Happening[]): void {
    const entries: Entry[] = [];
    const flush = (): void => this.#takeRequests(entries.splice(0));
    for (const happening of happenings) {
      if (happening.name === "request") entries.push(happening.data);
      else {
        flush();
        this.#hear(happening);
      }
    }
    flush();
  }

  wantCard(): void {
    this.#isCardOld = true;
    if (this.#isGrading || document.hidden) return;
    this.#isGrading = true;
    this.#isCardOld = false;
    const before = this.pulse.now();
    const account = this.account.peek();
    const asked = this.control.call("GET /report", { running: "true", account });
    void keepIn(this.card, this.cardProblem, asked).then(() => {
      const pause = Math.max(cardPauseMin, 4 * (this.pulse.now() - before));
      this.pulse.after(Math.min(cardPauseMax, pause), () => {
        this.#isGrading = false;
        if (this.#isCardOld) this.wantCard();
      });
    });
  }

  #takeRequests(heard: readonly Entry[]): void {
    // One that was under way is told of again when it has ended.
    const newest = [...new Map(heard.map((entry) => [entry.id, entry])).values()];
    this.requests.renew(newest);
    const entries = newest.filter(({ id }) => this.requests.get(id) === undefined);
    if (entries.length === 0) return;
    this.requests.add(entries.map((entry) => ({ kind: "request", entry })));
    this.activity.hear(entries);
    const isKnown = ({ account }: Entry) =>
      account === null ||
      this.accounts.value.includes(account) ||
      this.sandboxes.value.some(({ id }) => id === account);
    if (!entries.every(isKnown)) void this.loadSandboxes().catch(() => undefined);
    this.wantCard();
    const limited = entries.findLast(({ status }) => status === 429);
    if (limited === undefined) return;
    this.lastLimited.value = limited;
    this.announcer.say(`${limited.operation ?? limited.target}: 429`, "limited");
  }

  #hear({ name, data }: Happening): void {
    if (changing.includes(name)) this.changes.value += 1;
    if (name === "clock" && (data.account === null || data.account === this.account.peek()))
      this.clock.hear(data.clock);
    if (name === "explore") this.#hearExploration(data);
    if (name === "limits") this.#hearLimits(data);
    if (name === "fault") this.#hearFault(data);
    if (name === "missed") this.requests.add([{ kind: "gap", missed: data.missed }]);
    if (name === "reset" && data.what !== "seeded") this.#hearReset(data.only);
  }

  #hearLimits({ what, account, counters }: Happenings["limits"]): void {
    if (what === "counted" && account !== null) this.windows.hear(account, counters);
    else void this.control.call("GET /limits").then((limits) => this.windows.load(limits));
  }

  #hearExploration(glimpse: Happenings["explore"]): void {
    const before = this.exploration.value;
    if (before !== undefined) this.exploration.value = { ...before, ...glimpse };
    // While it runs, its view asks for what it has found.
    if (glimpse.state !== "running" || before?.state !== "running") void this.loadExploration();
  }

  #hearFault({ id, fault }: Happenings["fault"]): void {
    const all = this.faults.value;
    const at = all.findIndex((each) => each.id === id);
    if (fault === null) this.faults.value = all.filter((each) => each.id !== id);
    else this.faults.value = at < 0 ? [...all, fault] : all.with(at, fault);
  }

  #hearReset(only: readonly string[] | null): void {
    if (only === null || only.includes("journal")) this.requests.divide("The emulator was reset.");
    else this.requests.add([{ kind: "break", text: `Reset: ${only.join(", ")}.` }]);
    void this.load();
  }
}

/** Takes what was asked for, or why it cannot be had: then what was known stays. */
async function keepIn<T>(value: Signal<T | undefined>, problem: Signal<string>, asked: Promise<T>) {
  try {
    value.value = await asked;
    problem.value = "";
  } catch (error) {
    problem.value = textOfProblem(error);
  }
}
