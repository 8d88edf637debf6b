import type { Windows } from "../../contract/tiers.ts";
import type { Clock } from "../time/clock.ts";
import { type LimitMode, type LimitOverrides, Limits } from "./limits.ts";

export const noOverrides: LimitOverrides = { operations: {}, tiers: {} };

/** In what an account's limits are its own. */
interface OwnLimits {
  /** Not given: the emulator's. */
  readonly mode: LimitMode | undefined;
  readonly overrides: LimitOverrides;
  /** What comes of them, by operation: in place of the emulator's. */
  readonly windows: ReadonlyMap<string, Windows>;
}

type Limited = { readonly limiting: AccountLimits; readonly clock: Pick<Clock, "now"> };

/** How a world limits its accounts, where they have nothing of their own. */
export class WorldLimits {
  mode: LimitMode;
  #overrides: ReadonlyMap<string, Windows> = new Map();
  readonly #accounts: () => Iterable<Limited>;

  constructor(mode: LimitMode, accounts: () => Iterable<Limited>) {
    this.mode = mode;
    this.#accounts = accounts;
  }

  /** Limits of which nothing was used. @param own those of an account */
  fresh(own?: OwnLimits): Limits {
    return new Limits(own?.mode ?? this.mode, this.windowsOf(own));
  }

  windowsOf(own: OwnLimits | undefined): ReadonlyMap<string, Windows> {
    if (own === undefined || own.windows.size === 0) return this.#overrides;
    return new Map([...this.#overrides, ...own.windows]);
  }

  /** Replaces every account's limits; what was used is forgotten. */
  set(mode: LimitMode): void {
    this.mode = mode;
    for (const { limiting } of this.#accounts()) limiting.renew();
  }

  /** Other windows for some operations; what was used of them still counts. */
  override(overrides: ReadonlyMap<string, Windows>): void {
    this.#overrides = overrides;
    for (const { limiting, clock } of this.#accounts()) limiting.override(clock.now());
  }
}

/** The counters of an account, and in what its limits are its own. */
export class AccountLimits {
  readonly #begun: OwnLimits;
  world: WorldLimits;
  #own: OwnLimits;
  /** What its private keys share; an installed app has its own (specification, "Rate limits", 3). */
  #ofKeys: Limits;
  readonly #ofApps = new Map<string, Limits>();

  /** @param mode its own; undefined: the world's */
  constructor(world: WorldLimits, mode: LimitMode | undefined) {
    this.world = world;
    this.#begun = { mode, overrides: noOverrides, windows: new Map() };
    this.#own = this.#begun;
    this.#ofKeys = world.fresh(this.#own);
  }

  get own(): OwnLimits {
    return this.#own;
  }

  get mode(): LimitMode {
    return this.#ofKeys.mode;
  }

  /** The counters of an installed app, by its client id; undefined: those of the private keys. */
  of(app: string | undefined): Limits {
    if (app === undefined) return this.#ofKeys;
    const limits = this.#ofApps.get(app) ?? this.fresh();
    this.#ofApps.set(app, limits);
    return limits;
  }

  all(): [app: string | undefined, limits: Limits][] {
    return [[undefined, this.#ofKeys], ...this.#ofApps];
  }

  fresh(): Limits {
    return this.world.fresh(this.#own);
  }

  /** Counts anew, as it is limited now. */
  renew(): void {
    this.#ofKeys = this.fresh();
    this.#ofApps.clear();
  }

  /** Takes over the windows that its world has now; what was used of them still counts. */
  override(now: number): void {
    const windows = this.world.windowsOf(this.#own);
    for (const [, limits] of this.all()) limits.override(windows, now);
  }

  /** Limits it otherwise from now on; counts anew, where that is another mode. Default: as it began. */
  set(now: number, own = this.#begun): void {
    const { mode } = this.#own;
    this.#own = own;
    if (own.mode === mode) this.override(now);
    else this.renew();
  }
}
