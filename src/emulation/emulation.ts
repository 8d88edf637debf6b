import { resume } from "../domain/deliveries/attempt.ts";
import { resumeCalls } from "../domain/flows/running/call.ts";
import type { Api } from "../verbs/invocation.ts";
import { noOverrides } from "../world/limits/limiting.ts";
import type { LimitOverrides } from "../world/limits/limits.ts";
import type { EntryView } from "../world/journal/entry.ts";
import type { Account, Recorder, Rules } from "../world/account.ts";
import { Listeners } from "../world/notices.ts";
import { ClientTime } from "../world/time/client-time.ts";
import { follow } from "../world/time/course.ts";
import { Lag } from "../world/time/lag.ts";
import { noRecorder } from "../world/shadow-account.ts";
import type { Courier } from "./courier.ts";
import { ExamLog } from "./exam-log.ts";
import { quietCopy, undelivered, type CommitListeners, rulesOf } from "./worlds.ts";
import { conflict, ControlError, unknownId } from "./problem.ts";
import type { Runner } from "./runner.ts";
import { Sandboxes } from "./sandbox.ts";
import { type Snapshot, World } from "../world/world.ts";
import type { WorldSettings } from "../world/world-settings.ts";
import { words } from "../contract/words.ts";

export interface NamedSnapshot {
  readonly name: string;
  /** The only account that is in it, whose names are its own; undefined: all accounts are. */
  readonly of: string | undefined;
  /** World time. */
  readonly takenAt: number;
  readonly snapshot: Snapshot;
}

/** What happened in a sandbox is its own: no reset is about it. */
const isOfSandbox =
  ({ sandboxes }: World) =>
  ({ account }: EntryView): boolean =>
    account !== null && sandboxes.has(account);

/** The parts of the world that a reset may put back alone. */
export const resettable = words("state limits faults journal clock revisions tokens");
export type Resettable = (typeof resettable)[number];

/** What one account has of them. */
const ofAccount: readonly Resettable[] = resettable.filter((part) => part !== "revisions");

/** Whether all of some parts are among others. */
const areAll = (of: readonly Resettable[], only: readonly Resettable[]): boolean =>
  of.every((part) => only.includes(part));

/** A running emulator. Nothing keeps hold of its world, since a reset puts another in its place. */
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
  /** Runs commands of the user's, as far as the start allowed any. */
  runner: Runner | undefined;
  /** States by name (`nameIn`), which outlive a reset. */
  readonly snapshots = new Map<string, NamedSnapshot>();
  /** Told of each commit, once it is there. */
  readonly commitListeners: CommitListeners = new Listeners();
  /** Accounts apart, which outlive a reset too. */
  readonly sandboxes: Sandboxes;
  readonly #settings: WorldSettings;
  readonly #rules: Rules;
  readonly #recorder: Recorder;
  #seeded: Snapshot;
  #world: World;
  /** While something is done aside. */
  #lasting: World | undefined;
  #courier: Courier | undefined;

  constructor(
    api: Api,
    settings: WorldSettings,
    version: string,
    seed: (world: World) => void,
    failed: (error: unknown, where: string) => void = (error) => {
      throw error;
    },
    recorder = noRecorder,
  ) {
    this.api = api;
    this.version = version;
    this.#settings = { time: this.time, ...settings };
    this.#rules = rulesOf(this, settings.webhooksAllow ?? [], failed);
    this.#recorder = recorder;
    this.#world = new World(this.#settings, { rules: this.#rules, recorder });
    seed(this.#world);
    this.#seeded = undelivered(this.#world.snapshot());
    this.startedReal = this.#world.clock.realNow();
    this.sandboxes = new Sandboxes(this, settings);
  }

  get seed(): number {
    return this.#settings.seed;
  }

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
    this.#tell("reloaded", resettable);
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

  /** Puts one account back as it was seeded, or a sandbox as it began, or only some parts of it. Its snapshots stay. */
  resetAccount(id: string, only: readonly Resettable[] = ofAccount): void {
    const world = this.#world;
    const account = world.account(id);
    if (account === undefined) throw unknownId("account", id);
    if (only.includes("revisions"))
      throw new ControlError("revisions are the whole emulator's", "only");
    if (only.includes("state")) this.#restoreBegun(account);
    if (only.includes("clock")) this.#shareClock([account]);
    if (only.includes("limits")) {
      account.limiting.set(account.clock.now());
      account.limiting.renew();
    }
    if (only.includes("faults")) world.restoreFaults(this.seeded, id);
    if (only.includes("tokens")) world.restoreGrants(this.seeded, id);
    if (only.includes("journal")) world.journal.forget(id);
    this.#tell("reset", only, id);
  }

  #restoreBegun(account: Account): void {
    const { id } = account;
    if (this.#world.sandboxes.has(id)) return account.restore(this.sandboxes.begunOf(id));
    if (!this.seeded.accounts.some(({ settings }) => settings.companyId === id))
      throw conflict(`the account ${id} was not there at the start`, "account");
    this.#world.restore(this.seeded, id);
  }

  /** Puts the seeded world back, or only some parts of the present one. Snapshots stay. */
  reset(only: readonly Resettable[] = resettable): void {
    this.#putBack(only);
    this.#tell("reset", only);
  }

  #tell(what: "reset" | "reloaded", parts: readonly Resettable[], account: string | null = null) {
    const only = areAll(account === null ? resettable : ofAccount, parts) ? null : parts;
    this.#world.notices.tell({ of: "reset", what, only, account });
  }

  #putBack(only: readonly Resettable[]): void {
    if (areAll(resettable, only)) {
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
      world.limiting.override(new Map());
      for (const { limiting, clock } of world.accounts.values()) limiting.set(clock.now());
      world.limiting.set(this.#settings.limits);
    }
    if (only.includes("faults")) world.restoreFaults(this.seeded);
    if (only.includes("tokens")) world.restoreGrants(this.seeded);
    if (only.includes("journal")) world.journal.clear(isOfSandbox(world));
    if (only.includes("revisions")) world.resetRevisions();
  }

  /** Does something on a world like the present one, without faults and limits: nothing of it is left, and nobody is told. */
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

  resetAll(): void {
    this.snapshots.clear();
    this.sandboxes.clear();
    this.reset();
  }

  #resetClock(): void {
    const { frozenAt, course } = this.#settings;
    const { accounts, sandboxes, clock } = this.#world;
    // A sandbox keeps a clock of its own: no reset is about it.
    const shared = [...sandboxes.values()].filter(({ hasOwnClock }) => !hasOwnClock);
    this.#shareClock([...accounts.values(), ...shared], () => {
      if (course !== undefined) follow(clock, course);
      else if (frozenAt === undefined) clock.useReal();
      else clock.freeze(frozenAt);
    });
  }

  /** Gives accounts the emulator's clock. @param set what it is told before */
  #shareClock(all: readonly Account[], set = () => {}): void {
    const before = all.map((account) => account.clock.now());
    set();
    for (const [index, account] of all.entries()) {
      account.setClock(this.#world.clock, false);
      for (const [, limits] of account.limiting.all()) limits.clear();
      if (account.clock.now() < (before[index] ?? 0)) account.turnBack();
    }
  }
}
