import { resume } from "../domain/deliveries/attempt.ts";
import { resumeCalls } from "../domain/flows/running/call.ts";
import type { Api } from "../verbs/call.ts";
import type { LimitOverrides } from "../world/limits.ts";
import type { EntryView } from "../world/entry.ts";
import type { Recorder, Rules } from "../world/account.ts";
import { ClientTime } from "../world/client-time.ts";
import { follow } from "../world/course.ts";
import { Lag } from "../world/lag.ts";
import { noRecorder } from "../world/alone.ts";
import type { Courier } from "./courier.ts";
import { ExamLog } from "./exam-log.ts";
import { quietCopy } from "./quiet-copy.ts";
import { type CommitListener, rulesOf } from "./rules-of.ts";
import { Sandboxes } from "./sandbox.ts";
import { undelivered } from "./undelivered.ts";
import { type Snapshot, World } from "../world/world.ts";
import type { WorldSettings } from "../world/world-settings.ts";

/** A state that was kept by a name. */
export interface NamedSnapshot {
  /** World time. */
  readonly takenAt: number;
  readonly snapshot: Snapshot;
}

const rethrow = (error: unknown): never => {
  throw error;
};

/** What happened in a sandbox is its own: no reset is about it. */
const isOfSandbox =
  ({ sandboxes }: World) =>
  ({ account }: EntryView): boolean =>
    account !== null && sandboxes.has(account);

const noOverrides: LimitOverrides = { operations: {}, tiers: {} };

/** The parts of the world that a reset may put back alone. */
export const resettable = [
  "state",
  "limits",
  "faults",
  "journal",
  "clock",
  "revisions",
  "tokens",
] as const;
export type Resettable = (typeof resettable)[number];

/**
 * A running emulator: the contract, and the world as it is now. Nothing keeps hold of the world
 * itself, since a reset puts another in its place.
 */
export class Emulation {
  readonly api: Api;
  readonly version: string;
  readonly startedReal: number;
  /** By how much it is late itself. */
  readonly lag = new Lag();
  /** What exams have seen of receivers, which outlives a reset. */
  readonly exams = new ExamLog();
  limitOverrides: LimitOverrides = noOverrides;
  /** The time of its clients, by which every world goes, also after a reset. */
  readonly time = new ClientTime();
  readonly #settings: WorldSettings;
  #seeded: Snapshot;
  /** States by name, which outlive a reset. */
  readonly snapshots = new Map<string, NamedSnapshot>();
  /** Told of each commit, once it is there. */
  readonly commitListeners = new Set<CommitListener>();
  /** Accounts apart, which outlive a reset too. */
  readonly sandboxes: Sandboxes;
  #world: World;
  /** While something is done aside. */
  #lasting: World | undefined;
  #courier: Courier | undefined;

  readonly #rules: Rules;
  readonly #recorder: Recorder;

  constructor(
    api: Api,
    settings: WorldSettings,
    version: string,
    seed: (world: World) => void,
    failed: (error: unknown, where: string) => void = rethrow,
    recorder = noRecorder,
  ) {
    this.api = api;
    this.version = version;
    this.#settings = { time: this.time, ...settings };
    this.#rules = rulesOf(
      api,
      () => this.#courier,
      settings.webhooksAllow ?? [],
      failed,
      ({ fault, exchange }, why) =>
        this.#world.faults.note(fault, `what ${exchange} wrote was dropped: ${why}`),
      () => this.commitListeners,
    );
    this.#recorder = recorder;
    this.#world = new World(this.#settings, { rules: this.#rules, recorder });
    seed(this.#world);
    this.#seeded = undelivered(this.#world.snapshot());
    this.startedReal = this.#world.clock.realNow();
    this.sandboxes = new Sandboxes(this, settings);
  }

  /** From which ids and chance come. */
  get seed(): number {
    return this.#settings.seed;
  }

  /** The state to which a reset goes back. */
  get seeded(): Snapshot {
    return this.#seeded;
  }

  /** Begins anew: a reset to another state, to which later ones go back, too. */
  begin(seed: (world: World) => void): void {
    const world = new World(this.#settings, { rules: this.#rules });
    seed(world);
    this.#seeded = undelivered(world.snapshot());
    world.stop();
    this.#putBack(resettable);
    this.#tellReset("reloaded", null);
  }

  /** From now on what leaves the world does; what was begun before and has not ended begins again. */
  sendBy(courier: Courier): void {
    this.#courier = courier;
    for (const account of this.#world.everyAccount()) {
      resume(account);
      resumeCalls(account);
    }
  }

  get courier(): Courier | undefined {
    return this.#courier;
  }

  get world(): World {
    return this.#world;
  }

  /** The world that stays, also while something is done aside: whoever looks on for longer looks on there. */
  get lasting(): World {
    return this.#lasting ?? this.#world;
  }

  /** Puts the seeded world back, or only some parts of the present one. Snapshots stay. */
  reset(only: readonly Resettable[] = resettable): void {
    this.#putBack(only);
    this.#tellReset("reset", resettable.every((part) => only.includes(part)) ? null : only);
  }

  #tellReset(what: "reset" | "reloaded", only: readonly Resettable[] | null): void {
    this.#world.notices.tell({ of: "reset", what, only, account: null });
  }

  #putBack(only: readonly Resettable[]): void {
    if (resettable.every((part) => only.includes(part))) {
      const old = this.#world;
      this.#world = World.from(this.seeded, this.#settings, {
        journal: old.journal.emptied(isOfSandbox(old)),
        notices: old.notices,
        rules: this.#rules,
        recorder: this.#recorder,
      });
      this.limitOverrides = noOverrides;
      this.#world.adopt(old);
      old.stop();
      return;
    }
    const world = this.#world;
    // First: what is planned and given out anew begins by it.
    if (only.includes("clock")) this.#resetClock();
    if (only.includes("state")) world.restore(this.seeded);
    if (only.includes("limits")) {
      this.limitOverrides = noOverrides;
      world.overrideLimits(new Map());
      world.setLimits(this.#settings.limits);
    }
    if (only.includes("faults")) world.restoreFaults(this.seeded);
    if (only.includes("tokens")) world.restoreGrants(this.seeded);
    if (only.includes("journal")) world.journal.clear(isOfSandbox(world));
    if (only.includes("revisions")) world.resetRevisions();
  }

  /**
   * Does something on a world like the present one, without its faults and limits, and puts the present one back:
   * nothing that is done there is left, and nobody else is told of it.
   */
  async aside<T>(act: (world: World) => Promise<T>): Promise<T> {
    const present = this.#world;
    const world = quietCopy(present, this.#rules);
    const forget = this.sandboxes.mark();
    const outer = this.#lasting;
    this.#lasting ??= present;
    this.#world = world;
    try {
      return await act(world);
    } finally {
      this.#world = present;
      this.#lasting = outer;
      forget();
      world.stop();
    }
  }

  /** The seeded world, and nothing beside it. */
  resetAll(): void {
    this.snapshots.clear();
    this.sandboxes.clear();
    this.reset();
  }

  #resetClock(): void {
    const { frozenAt, course } = this.#settings;
    const { accounts, sandboxes } = this.#world;
    // A sandbox keeps a clock of its own: no reset is about it.
    const shared = [...sandboxes.values()].filter(({ hasOwnClock }) => !hasOwnClock);
    const all = [...accounts.values(), ...shared];
    const before = all.map((account) => account.clock.now());
    if (course !== undefined) follow(this.#world.clock, course);
    else if (frozenAt === undefined) this.#world.clock.useReal();
    else this.#world.clock.freeze(frozenAt);
    for (const [index, account] of all.entries()) {
      account.setClock(this.#world.clock, false);
      for (const [, limits] of account.allLimits()) limits.clear();
      if (account.clock.now() < (before[index] ?? 0)) account.turnBack();
    }
  }
}
