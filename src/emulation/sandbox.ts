import { accounts, introduce } from "../domain/resources/account.ts";
import { withoutPending } from "../domain/deliveries/decide.ts";
import type { Account } from "../world/account.ts";
import type { AccountSettings, WorldSettings } from "../world/world-settings.ts";
import { type Chance, newSecretKey, secretsFrom, Dice } from "../world/dice.ts";
import type { ClientTime } from "../world/time/client-time.ts";
import { privateKey, sandboxOf, sandboxToken, shortId } from "../world/ids.ts";
import { begunClock, type Course, courseOf } from "../world/time/course.ts";
import { createKey, isSameSecret, type Key } from "../world/keys.ts";
import type { State } from "../world/store/state.ts";
import { drop, put } from "../world/store/store.ts";
import type { World } from "../world/world.ts";
import { forbidden, unknownId } from "./problem.ts";
import { SandboxNames, lifeOf, limitsOf, tooMany, type SandboxName } from "./sandbox-options.ts";
import type { SandboxOptions } from "./sandbox-options.ts";

type Life = { readonly createdReal: number; readonly expiresReal: number };

/** `like`: the account of whose state it began with a part; null: with none. */
type SandboxRecord = Life & Pick<KeptSandbox, "like" | "begun"> & { readonly id: string };

/** A sandbox as another process may have it again. */
export interface KeptSandbox {
  readonly settings: AccountSettings;
  readonly keys: readonly Key[];
  readonly like: string | null;
  readonly begun: State;
  readonly state: State;
  readonly course?: Course;
  /** By the machine's time. Folders of before do not have when it was created. */
  readonly created?: number;
  readonly expires: number;
}

export interface Living extends Life {
  readonly sandbox: Account;
}

/** Whether what has a name, such as a snapshot, is of an account: `Abc123/before`. */
export const nameIn = (account: string | undefined, name: string): string =>
  account === undefined ? name : `${account}/${name}`;

interface Emulated {
  readonly world: World;
  /** States by name, of which some may be a sandbox's. */
  readonly snapshots: Map<string, unknown>;
  readonly seeded: { readonly accounts: readonly { settings: AccountSettings; state: State }[] };
}

export class Sandboxes {
  readonly #emulation: Emulated;
  #dice: Dice;
  readonly #secrets: Chance;
  readonly #tokens: Chance;
  #kept = new Map<string, SandboxRecord>();
  /** When the first of them expires, or one that is gone. */
  #firstExpiresReal = Number.POSITIVE_INFINITY;
  /** What bears the account's id in a state with which sandboxes begin. */
  readonly #withId = new WeakMap<State, ReturnType<State["withId"]>>();
  readonly names = new SandboxNames();
  readonly max: number;

  constructor(emulation: Emulated, settings: WorldSettings) {
    const { seed, secretKey, controlToken, epoch = 0, maxSandboxes = 10_000 } = settings;
    this.#emulation = emulation;
    this.max = maxSandboxes;
    // Not the world's: a reset throws those anew, and a sandbox outlives it. No process gives keys of one before.
    const dice = (name: string) => Dice.from(seed, epoch === 0 ? name : `${name} ${epoch}`);
    this.#dice = dice("sandboxes");
    this.#secrets = secretsFrom(this.#dice, secretKey);
    // Where a token is needed, none can be foreseen.
    const key = secretKey ?? (controlToken === undefined ? undefined : newSecretKey());
    this.#tokens = secretsFrom(dice("sandbox tokens"), key);
  }

  create(options: SandboxOptions): Living {
    this.#expire();
    if (this.#kept.size >= this.max) throw tooMany(this.max);
    const { world } = this.#emulation;
    const { settings, state } = this.#originOf(options);
    const lifeMs = lifeOf(options.ttl);
    const limits = limitsOf(options.rateLimits);
    const companyId = this.#freeId();
    const keys = (["full", "read-only"] as const).map((grant) =>
      createKey(grant, privateKey(this.#secrets), grant),
    );
    const controlToken = sandboxToken(companyId, this.#tokens);
    const own = { ...settings, companyId, controlToken, ...(limits && { limits }) };
    const sandbox = world.addSandbox(own, keys);
    if (options.from === "empty") {
      const like = state.table(accounts).get(settings.companyId);
      if (like !== undefined) introduce(sandbox, { ...like, public_api_key: companyId });
      sandbox.begin(world.clock.now());
    } else {
      sandbox.restore(state);
      this.#rename(sandbox, settings.companyId, state);
    }
    sandbox.takeWritten();
    const begun = sandbox.snapshot();
    const createdReal = world.clock.realNow();
    const expiresReal = createdReal + lifeMs;
    const like = options.from === "empty" ? null : settings.companyId;
    this.#keep({ id: companyId, like, begun, createdReal, expiresReal });
    this.names.call({ id: companyId, name: options.name ?? null, became: "running" });
    return { sandbox, createdReal, expiresReal };
  }

  /** As they are now, or one of them. @returns undefined for one that is gone */
  kept(id: string): KeptSandbox | undefined {
    const [sandbox, kept] = [this.#emulation.world.sandboxes.get(id), this.#kept.get(id)];
    if (sandbox === undefined || kept === undefined) return undefined;
    const { settings, keys, hasOwnClock, clock } = sandbox;
    const { like, begun, createdReal, expiresReal } = kept;
    const { skippedMs } = this.#emulation.world.clock.time;
    const course = hasOwnClock && { course: courseOf(clock) };
    const lives = { created: createdReal - skippedMs, expires: expiresReal - skippedMs };
    const own = { settings, keys: [...keys], like, begun, state: sandbox.snapshot() };
    return { ...own, ...course, ...lives };
  }

  /** Has one again that there was; one that has expired stays gone. */
  take({ settings, keys, like, begun, state, course, created, expires }: KeptSandbox): void {
    const { world } = this.#emulation;
    const now = world.clock.realNow();
    if (expires <= now) return;
    const sandbox = world.addSandbox(settings, keys);
    if (course !== undefined)
      sandbox.setClock(begunClock({ time: world.clock.time, course: course }), true);
    sandbox.restore(state);
    this.#keep({ id: sandbox.id, like, begun, createdReal: created ?? now, expiresReal: expires });
  }

  #keep(record: SandboxRecord): void {
    this.#kept.set(record.id, record);
    this.#firstExpiresReal = Math.min(this.#firstExpiresReal, record.expiresReal);
  }

  list(): Living[] {
    this.#expire();
    return [...this.#kept.values()].map((kept) => ({ ...kept, sandbox: this.get(kept.id) }));
  }

  get(id: string): Account {
    const sandbox = this.#emulation.world.sandboxes.get(id);
    if (sandbox === undefined) throw unknownId("sandbox", id, [...this.#kept.keys()]);
    return sandbox;
  }

  /** The sandbox that a control token is of, if any. @throws ControlError for one that is gone: nothing is done to others */
  ofToken(token: string): string | undefined {
    const id = sandboxOf(token);
    if (id === undefined) return undefined;
    this.#expire();
    const known = this.#emulation.world.sandboxes.get(id)?.settings.controlToken;
    if (known !== undefined && isSameSecret(token, known)) return id;
    throw forbidden("the sandbox of this control token is gone: create another");
  }

  begunOf(id: string): State {
    this.get(id);
    return (this.#kept.get(id) as SandboxRecord).begun;
  }

  /** Its own time from here on: what is skipped of it concerns nobody else. */
  timeOf(id: string): ClientTime {
    const sandbox = this.get(id);
    const { time } = this.#emulation.world.clock;
    if (sandbox.clock.time === time) sandbox.setClock(sandbox.clock.split(time.split()), true);
    return sandbox.clock.time;
  }

  /** Its faults and snapshots go with it: they could concern nobody any more. @param became what became of its test */
  remove(id: string, became: SandboxName["became"] = "gone"): void {
    this.get(id);
    this.#kept.delete(id);
    this.names.call({ id, name: this.names.of(id) ?? null, became });
    const { world, snapshots } = this.#emulation;
    world.takeFaults(id);
    for (const name of snapshots.keys())
      if (name.startsWith(nameIn(id, ""))) snapshots.delete(name);
    world.removeSandbox(id);
  }

  clear(): void {
    for (const id of this.#kept.keys()) this.remove(id);
  }

  /** @returns forgets what was made from then on, of a world that is no more */
  mark(): () => void {
    const [kept, dice] = [new Map(this.#kept), this.#dice.clone()];
    return () => {
      this.#dice = dice;
      this.#kept = kept;
    };
  }

  #expire(): void {
    const now = this.#emulation.world.clock.realNow();
    if (now < this.#firstExpiresReal) return;
    const all = [...this.#kept.values()];
    this.#firstExpiresReal = Number.POSITIVE_INFINITY;
    for (const record of all) {
      if (record.expiresReal <= now) this.remove(record.id);
      else this.#keep(record);
    }
  }

  /** What there is one of in each account bears its id. @param state with which it begins: many begin with the same */
  #rename(sandbox: Account, from: string, state: State): void {
    const { id } = sandbox;
    const found = this.#withId.get(state) ?? state.withId(from);
    this.#withId.set(state, found);
    const changes = found.flatMap(({ collection, record }) => {
      const key = collection.name === accounts.name && { public_api_key: id };
      return [drop(collection, from), put(collection, { ...record, id, ...key })];
    });
    sandbox.planted(() => sandbox.commit(changes));
  }

  #originOf({ from = "seed", account }: SandboxOptions) {
    const { world, seeded } = this.#emulation;
    const [first] = seeded.accounts;
    const id = account ?? first?.settings.companyId ?? "";
    const origin = seeded.accounts.find(({ settings }) => settings.companyId === id);
    const present = world.account(id);
    if (from !== "current" && origin !== undefined) return origin;
    if (present === undefined) throw unknownId("account", id);
    return { settings: present.settings, state: withoutPending(present.snapshot()) };
  }

  #freeId(): string {
    for (;;) {
      const id = shortId(this.#dice);
      if (this.#emulation.world.account(id) === undefined) return id;
    }
  }
}
