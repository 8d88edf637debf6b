import { Account, type Recorder, type Rules } from "./account.ts";
import type { AccountSettings, WorldSettings } from "./world-settings.ts";
import { noRecorder, noRules } from "./shadow-account.ts";
import { type Chance, secretsFrom, Dice } from "./dice.ts";
import type { Clock } from "./time/clock.ts";
import { begunClock } from "./time/course.ts";
import type { Plan } from "./faults/plan.ts";
import { accountOf, Faults } from "./faults/faults.ts";
import { Grants } from "./grants.ts";
import { Journal } from "./journal/journal.ts";
import { type Key, remember } from "./keys.ts";
import { immediate } from "./time/lateness.ts";
import { AccountLimits, WorldLimits } from "./limits/limiting.ts";
import { LostAnswers } from "./journal/lost-answers.ts";
import { Listeners, type Notice } from "./notices.ts";
import { Redaction } from "./journal/redact.ts";
import { Revisions } from "./revisions.ts";
import type { State } from "./store/state.ts";
import { TextCache } from "./journal/text-cache.ts";

/** The seeded state of every account, to which a reset goes back. */
export interface Snapshot {
  readonly accounts: readonly {
    readonly settings: AccountSettings;
    readonly keys: readonly Key[];
    readonly state: State;
  }[];
  readonly faults: readonly Plan[];
  readonly oauth: ReturnType<Grants["seeds"]>;
}

/** What a world works with, where it is not alone. */
type Beside = Partial<Pick<World, "journal" | "notices"> & { rules: Rules; recorder: Recorder }>;
type HeldKey = Readonly<{ account: Account; key: Key }>;

/** Bytes of JSON text kept for records that were written before. */
const cachedBytesMax = 16_000_000;
const revokedMax = 1000;

/** All that an emulator knows and does, in one disposable object. */
export class World {
  readonly settings: WorldSettings;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly grants: Grants;
  /** What is told of it without secrets. */
  readonly redaction: Redaction;
  readonly lostAnswers = new LostAnswers();
  revisions: Revisions;
  readonly journal: Journal;
  readonly notices: Listeners<Notice>;
  readonly texts = new TextCache(cachedBytesMax);
  readonly accounts = new Map<string, Account>();
  /** Accounts for one test each, which nothing lists and no reset takes away. */
  sandboxes = new Map<string, Account>();
  /** Request ids, drawn apart from everything that is stored. */
  readonly requestIds: Dice;
  /** The secrets of keys that are made while it runs: none comes twice, whatever is restored. */
  readonly keySecrets: Chance;
  /** Bytes that mean nothing, for spoilt answers. */
  readonly garbage: Dice;
  readonly limiting: WorldLimits;
  readonly #keys = new Map<string, HeldKey>();
  #sandboxKeys = new Map<string, HeldKey>();
  /** The secrets of the last keys that were revoked. */
  readonly revokedKeys = new Map<string, true>();
  readonly #rules: Rules;
  readonly #recorder: Recorder;

  constructor(settings: WorldSettings, beside: Beside = {}) {
    const { journal = new Journal(), notices = new Listeners() } = beside;
    const { rules = noRules, recorder = noRecorder } = beside;
    this.settings = settings;
    this.#rules = rules;
    this.#recorder = recorder;
    this.limiting = new WorldLimits(settings.limits, () => this.everyAccount());
    this.redaction = new Redaction(rules.secrets);
    this.redaction.hide(settings.controlToken ?? "");
    this.journal = journal;
    this.notices = notices;
    const { seed, epoch = 0, secretKey } = settings;
    const once = (stream: string) => Dice.from(seed, epoch === 0 ? stream : `${stream} ${epoch}`);
    this.clock = settings.clock ?? begunClock(settings);
    this.requestIds = once("requests");
    this.garbage = Dice.from(seed, "garbage");
    this.keySecrets = secretsFrom(once("key secrets"), secretKey);
    this.faults = new Faults(seed);
    this.grants = new Grants(secretsFrom(once("oauth"), secretKey), this.redaction);
    this.revisions = new Revisions(settings.revisionLife ?? "all");
  }

  addAccount(settings: AccountSettings): Account {
    const account = this.#create(settings);
    this.accounts.set(account.id, account);
    return account;
  }

  account = (id: string): Account | undefined => this.accounts.get(id) ?? this.sandboxes.get(id);

  addSandbox(settings: AccountSettings, keys: readonly Key[]): Account {
    const sandbox = this.#create(settings);
    this.sandboxes.set(sandbox.id, sandbox);
    for (const key of keys) this.addKey(sandbox, key);
    return sandbox;
  }

  removeSandbox(id: string): void {
    const sandbox = this.sandboxes.get(id);
    if (sandbox === undefined) return;
    this.sandboxes.delete(id);
    this.#removeKeys(sandbox);
    this.#recorder.keysChanged(sandbox);
    sandbox.close();
    sandbox.setClock(this.clock, false);
  }

  /** Takes the sandboxes of a world that is about to end over, as they are: there may be thousands. */
  adopt(old: World): void {
    [this.sandboxes, old.sandboxes] = [old.sandboxes, this.sandboxes];
    [this.#sandboxKeys, old.#sandboxKeys] = [old.#sandboxKeys, this.#sandboxKeys];
    for (const account of old.accounts.values()) account.close();
    for (const sandbox of this.sandboxes.values()) {
      if (!sandbox.hasOwnClock) sandbox.goOnBy(this.clock);
      this.#remembered(sandbox);
    }
    this.clock.takeOver(old.clock);
  }

  #create(settings: AccountSettings): Account {
    const { lateness = immediate, webhooksDelayMs = 1000 } = this.settings;
    const { seed, secretKey, vendorName } = this.settings;
    const [rules, recorder] = [this.#rules, this.#recorder];
    const processing = { rules, recorder, lateness, webhooksDelayMs, secretKey, vendorName };
    const limiting = new AccountLimits(this.limiting, settings.limits);
    return this.#remembered(new Account(settings, this.clock, seed, limiting, processing));
  }

  /** An account that meets the faults and limits of this world: its past is kept as far as they ask for it. */
  #remembered(account: Account): Account {
    account.limiting.world = this.limiting;
    account.actOnCall = (subject, now, fits) =>
      this.faults.actOnCall(subject, now, this.plannedNow(account.clock), fits);
    account.past.keptMs = () => this.faults.pastMs(account.id, this.clock);
    return account;
  }

  /** The time by which faults are planned, for whoever goes by this clock: what was skipped there counts. */
  plannedNow(clock: Clock): number {
    return this.clock.now() + clock.time.skippedMs - this.clock.time.skippedMs;
  }

  *everyAccount(): Generator<Account> {
    yield* this.accounts.values();
    yield* this.sandboxes.values();
  }

  addKey(account: Account, key: Key): void {
    this.#holdKey(account, key);
    this.#recorder.keysChanged(account);
  }

  #holdKey(account: Account, key: Key): void {
    account.keys.push(key);
    const held = this.sandboxes.has(account.id) ? this.#sandboxKeys : this.#keys;
    held.set(key.secret, { account, key });
    this.revokedKeys.delete(key.secret);
  }

  removeKey(account: Account, name: string): void {
    const place = account.keys.findIndex((key) => key.name === name);
    for (const { secret } of place === -1 ? [] : account.keys.splice(place, 1)) {
      this.#forgetKey(secret);
      remember(this.revokedKeys, secret, true, revokedMax);
    }
    this.#recorder.keysChanged(account);
  }

  findKey(secret: string): HeldKey | undefined {
    return this.#keys.get(secret) ?? this.#sandboxKeys.get(secret);
  }

  /** Much was put there as if it had been there before: all of it is written down. */
  recordAll(): void {
    this.#recorder.replaced();
  }

  /** @param only this account or sandbox. Default: all accounts */
  snapshot(only?: Account): Snapshot {
    const held = only === undefined ? [...this.accounts.values()] : [only];
    const accounts = held.map((account) => ({
      settings: account.settings,
      keys: [...account.keys],
      state: account.snapshot(),
    }));
    return { accounts, faults: this.faults.plans(), oauth: this.grants.seeds() };
  }

  /** Puts a snapshot's accounts back, but neither time nor limits; others go. @param only this account or sandbox */
  restore({ accounts }: Snapshot, only?: string): void {
    const known = new Map(this.accounts);
    if (only === undefined) this.accounts.clear();
    for (const { settings, keys, state } of accounts) {
      const id = settings.companyId;
      if (only !== undefined && id !== only) continue;
      // The same object as before: what a request on its way writes is not lost.
      const account = known.get(id) ?? this.sandboxes.get(id) ?? this.addAccount(settings);
      if (!this.sandboxes.has(id)) this.accounts.set(id, account);
      this.#removeKeys(account);
      account.restore(state);
      for (const key of keys) this.#holdKey(account, key);
    }
    this.#recorder.replaced();
    for (const account of known.values()) {
      if (this.accounts.has(account.id)) continue;
      this.#removeKeys(account);
      account.close();
      account.setClock(this.clock, false);
    }
  }

  #removeKeys(account: Account): void {
    for (const { secret } of account.keys.splice(0)) this.#forgetKey(secret);
  }

  #forgetKey(secret: string): void {
    if (!this.#keys.delete(secret)) this.#sandboxKeys.delete(secret);
  }

  /** Plans the faults of a snapshot anew, in place of all there are. @param only those of this account */
  restoreFaults({ faults }: Snapshot, only?: string): void {
    if (only === undefined) this.faults.clear();
    else this.takeFaults(only);
    for (const plan of faults) {
      if (only === undefined || accountOf(plan) === only) this.faults.add(plan, this.clock.now());
    }
  }

  /** Removes a fault, if it is there, and tells so. */
  takeFault(id: string): void {
    const account = this.faults.get(id, this.clock.now())?.match?.account ?? null;
    if (this.faults.remove(id)) this.notices.tell({ of: "fault", what: "removed", id, account });
  }

  /** Removes all of them. @param only those of this account */
  takeFaults(only?: string): void {
    for (const { id } of this.faults.list(this.clock.now(), only)) this.takeFault(id);
  }

  /** Gives the apps and tokens of a snapshot out anew, in place of all there are. @param only those of this account */
  restoreGrants({ oauth: { apps, ready } }: Snapshot, only?: string): void {
    this.grants.clear(only);
    for (const app of apps) this.grants.register(app);
    for (const token of ready) {
      if (only !== undefined && token.account !== only) continue;
      this.grants.addReady(token, (this.account(token.account) ?? this).clock.now());
    }
  }

  /** A new world like a snapshot's, in time that does not depend on its size. */
  static from(snapshot: Snapshot, settings: WorldSettings, beside: Beside): World {
    const world = new World(settings, beside);
    world.restore(snapshot);
    world.restoreFaults(snapshot);
    world.restoreGrants(snapshot);
    return world;
  }

  resetRevisions(): void {
    this.revisions = new Revisions(this.settings.revisionLife ?? "all");
  }

  stop(): void {
    this.clock.stop();
    for (const account of this.everyAccount()) {
      account.close();
      account.clock.stop();
    }
  }
}
