import { computed, effect, signal } from "@preact/signals";
import type { Entry, FaultView, Health } from "../client/answers.ts";
import type { CallOfCard, Card } from "../client/card.ts";
import { Control } from "../client/control.ts";
import type { Exploration, ExplorationGlimpse } from "../client/explored.ts";
import type { Happening, Hello } from "../client/happenings.ts";
import { Activity } from "./activity.ts";
import { Announcer } from "./announcer.ts";
import { Link } from "./link.ts";
import { Pulse } from "./pulse.ts";
import { type Line, Requests } from "./requests.ts";
import { Windows, isShut } from "./windows.ts";
import { WorldClock } from "./world-clock.ts";

/** A card is graded again no sooner than that; one that takes long, less often. */
const cardPauseMs = 2000;
const cardPauseMaxMs = 5000;

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
  readonly announcer = new Announcer(this.pulse);
  readonly link = new Link(this.control, this.pulse, this);
  readonly faults = signal<readonly FaultView[]>([]);
  readonly health = signal<Health | undefined>(undefined);
  readonly card = signal<Card | undefined>(undefined);
  /** The last exploration, or the one that runs; undefined: it is not loaded yet. */
  readonly exploration = signal<Exploration | undefined>(undefined);
  /** Why it is not shown; empty: it is. */
  readonly explorationProblem = signal("");
  readonly accounts = signal<readonly string[]>([]);
  /** The account that is looked at; undefined: all. */
  readonly account = signal<string | undefined>(undefined);
  /** Counts on when all that was loaded may be another: what loads something of its own reads it. */
  readonly changes = signal({ world: 0, deliveries: 0, messages: 0, snapshots: 0, scenarios: 0 });
  /** The gauges of which a window refuses now. */
  readonly shut = computed(() => {
    const { now } = this.clock;
    return this.windows.gauges.value.flatMap((gauge) =>
      Object.values(gauge.counters)
        .filter((counter) => isShut(counter, now))
        .map((counter) => ({ gauge, counter })),
    );
  });
  /** The last 429. */
  readonly lastLimited = signal<Entry | undefined>(undefined);
  /** The call and the attempt that a request is, where the card tells of it. */
  readonly callOf = computed(() => {
    const calls = this.card.value?.calls ?? [];
    return new Map<string, { readonly call: CallOfCard; readonly index: number }>(
      calls.flatMap((call) =>
        call.attempts.map(({ exchange }, index) => [exchange, { call, index }] as const),
      ),
    );
  });
  #isGrading = false;
  #isCardOld = false;

  /** Counts on, every two seconds at most, when something has happened: what loads something of its own reads it. */
  readonly renewed = signal(0);

  /** Begins to listen. */
  open(): void {
    void this.link.run();
    let seen = "";
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
    const clock = await this.control.clock(this.account.peek()).catch(() => undefined);
    if (clock !== undefined) this.clock.hear(clock);
  }

  /** Takes over a stream that has begun. */
  async greet(hello: Hello, isNew: boolean): Promise<void> {
    this.clock.hear(hello.clock);
    this.accounts.value = hello.accounts;
    if (!isNew) return;
    if (this.requests.size > 0) this.requests.divide("The emulator restarted.");
    this.activity.clear();
    await this.load();
  }

  /** Loads all that the frame and the first views show. */
  async load(): Promise<void> {
    const { control } = this;
    const [health, requests, limits, faults] = await Promise.all([
      control.health(),
      control.requests(),
      control.limits(),
      control.faults(),
    ]);
    this.health.value = health;
    this.windows.load(limits);
    this.faults.value = faults;
    this.#takeRequests(requests.filter(({ id }) => this.requests.get(id) === undefined));
    this.#change("world");
    this.wantCard();
    await this.loadExploration();
  }

  /** Loads what the exploration has found. One that has ended may be gone with its emulator: what was known stays. */
  async loadExploration(): Promise<void> {
    try {
      this.exploration.value = await this.control.exploration();
      this.explorationProblem.value = "";
    } catch (problem) {
      this.explorationProblem.value = problem instanceof Error ? problem.message : String(problem);
    }
  }

  /** Takes over what happened since the last frame. */
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

  /** Has the report card graded again, soon. */
  wantCard(): void {
    this.#isCardOld = true;
    if (this.#isGrading || document.hidden) return;
    this.#isGrading = true;
    this.#isCardOld = false;
    const before = this.pulse.now();
    void this.control
      .report()
      .then((card) => {
        this.card.value = card;
      })
      // The next request asks again.
      .catch(() => undefined)
      .finally(() => {
        const took = this.pulse.now() - before;
        const pause = Math.min(cardPauseMaxMs, Math.max(cardPauseMs, 4 * took));
        this.pulse.after(pause, () => {
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
    const limited = entries.findLast(({ status }) => status === 429);
    if (limited === undefined) return this.wantCard();
    this.lastLimited.value = limited;
    this.announcer.say(`${limited.operation ?? limited.target}: 429`, "limited");
    this.wantCard();
  }

  #hear({ name, data }: Happening): void {
    if (name === "clock") this.#change("world");
    if (name === "clock" && (data.account === null || data.account === this.account.peek()))
      this.clock.hear(data.clock);
    if (name === "explore") this.#hearExploration(data);
    if (name === "limits") this.#hearLimits(data);
    if (name === "fault") this.#hearFault(data.id, data.fault);
    if (name === "missed") this.#add({ kind: "gap", missed: data.missed });
    if (name === "reset" && data.what !== "seeded") this.#hearReset(data.only);
    if (name === "reset") this.#change("world");
    if (name === "snapshot") this.#change(data.what === "restored" ? "world" : "snapshots");
    if (name === "delivery") this.#change("deliveries");
    if (name === "message") this.#change("messages");
    if (name === "scenario") this.#change("scenarios");
  }

  #hearLimits({ what, account, counters }: Extract<Happening, { name: "limits" }>["data"]): void {
    if (what === "counted" && account !== null) this.windows.hear(account, counters);
    else void this.control.limits().then((limits) => this.windows.load(limits));
  }

  #hearExploration(glimpse: ExplorationGlimpse): void {
    const before = this.exploration.value;
    if (before !== undefined) this.exploration.value = { ...before, ...glimpse };
    // While it runs, its view asks for what it has found.
    if (glimpse.state !== "running" || before?.state !== "running") void this.loadExploration();
  }

  #hearFault(id: string, fault: FaultView | null): void {
    const others = this.faults.value.filter((each) => each.id !== id);
    const at = this.faults.value.findIndex((each) => each.id === id);
    if (fault === null) this.faults.value = others;
    else if (at < 0) this.faults.value = [...others, fault];
    else this.faults.value = this.faults.value.with(at, fault);
  }

  #hearReset(only: readonly string[] | null): void {
    if (only === null || only.includes("journal")) this.requests.divide("The emulator was reset.");
    else this.#add({ kind: "break", text: `Reset: ${only.join(", ")}.` });
    void this.load();
  }

  #add(line: Line): void {
    this.requests.add([line]);
  }

  #change(what: keyof Store["changes"]["value"]): void {
    this.changes.value = { ...this.changes.value, [what]: this.changes.value[what] + 1 };
  }
}
