import { accounts, events, lists, metrics, profiles, segments } from "../domain/collections.ts";
import { fillSegment } from "../domain/segmentation.ts";
import type { Account } from "../world/account.ts";
import type { Change } from "../world/store.ts";
import { put } from "../world/store.ts";
import type { World } from "../world/world.ts";
import { naturalKey } from "./document.ts";
import { FixtureError, quoted } from "./fixture-error.ts";
import type { FixtureProfile } from "./fixture-shape.ts";
import { Place } from "./place.ts";
import type { AccountPlan, EventPlan, SeedPlan } from "./plan.ts";
import { plant } from "./plant.ts";
import type { WrittenAccount } from "./read-fixture.ts";
import { planOf } from "./read-plan.ts";
import { instantOf } from "./times.ts";

/** What was added to one account. */
export interface Added {
  readonly companyId: string;
  readonly profiles: number;
  readonly events: number;
}

/**
 * Adds what was read to a running world, all or nothing. It may name what is there already by its
 * natural key, and may not bring it again.
 *
 * @param current the world as it is when it is asked for
 * @throws FixtureError for the first thing that is wrong or there already
 */
export async function addSeed(
  current: () => World,
  written: readonly WrittenAccount[],
  seed: number,
): Promise<Added[]> {
  const world = current();
  const [first] = world.accounts.keys();
  const own = written.map((part): WrittenAccount => {
    const { company_id = first ?? "" } = part.written;
    // Without keys, a new account is given one; an old one has some.
    const keys = part.written.keys ?? (world.accounts.has(company_id) ? [] : null);
    return { ...part, written: { ...part.written, company_id, keys } };
  });
  const ids = new Set(own.map((part) => part.written.company_id ?? ""));
  const there = [...ids].flatMap((id) => world.accounts.get(id) ?? []);
  // Ids of its own, whatever was seeded before.
  const salt = there.map((account) => account.nextSeq()).join();
  const versions = versionsOf(there);
  const plan = await planOf([...there.map(knownPart), ...own], `${seed}/${salt}`);
  // Planning may wait for what it loads: what was written or reset meanwhile counts.
  if (current() !== world || versionsOf(there) !== versions) return addSeed(current, written, seed);
  const before = there.map(sizesOf);
  for (const each of plan.accounts) requireNew(world, each);
  plant(world, plan);
  for (const account of there) follow(world, account, plan);
  return plan.accounts.map(({ settings }) => {
    const account = world.accounts.get(settings.companyId) as Account;
    const [had] = before.filter(({ companyId }) => companyId === account.id);
    const has = sizesOf(account);
    const added = { profiles: had?.profiles ?? 0, events: had?.events ?? 0 };
    return {
      companyId: account.id,
      profiles: has.profiles - added.profiles,
      events: has.events - added.events,
    };
  });
}

const versionsOf = (accounts: readonly Account[]): string =>
  accounts
    .flatMap((account) => [...account.tables().values()].map(({ version }) => version))
    .join();

const sizesOf = (account: Account): Added => ({
  companyId: account.id,
  profiles: account.table(profiles).size,
  events: account.table(events).size,
});

/** What an account has, as far as a fixture may name it. */
function knownPart(account: Account): WrittenAccount {
  const named = (records: Iterable<{ readonly id: string; readonly name: string }>) => {
    const byName = new Map([...records].map(({ id, name }) => [name, { id, name }]));
    return [...byName.values()];
  };
  const people = [...account.table(profiles).all()].filter(
    (each) =>
      (each.email ?? each.external_id ?? (account.settings.sms ? each.phone_number : null)) !==
      null,
  );
  const [about] = account.table(accounts).all();
  const written = {
    company_id: account.id,
    sms: account.settings.sms,
    ...(about && { currency: about.preferred_currency }),
    keys: [],
    lists: named(account.table(lists).all()),
    metrics: named(account.table(metrics).all()),
    profiles: people.map(({ id, email, phone_number, external_id }): FixtureProfile => {
      const identity = { email, phone_number, external_id };
      const said = Object.entries(identity).filter(([, value]) => value !== null);
      return { id, ...(Object.fromEntries(said) as Partial<typeof identity>) };
    }),
  };
  const source = {
    file: `account ${account.id}`,
    error: (_: unknown, what: string) => new FixtureError(`account ${account.id}`, undefined, what),
    lineOf: () => 1,
  };
  return {
    place: new Place(source, []),
    written: written as WrittenAccount["written"],
    bulk: { profiles: [], events: [] },
  };
}

/** Nothing of a plan takes the place of what is there. */
function requireNew(world: World, plan: AccountPlan): void {
  const account = world.accounts.get(plan.settings.companyId);
  if (account === undefined) return;
  const refuse = (what: string) =>
    new FixtureError(`account ${account.id}`, undefined, `${what} is there already`);
  const names = new Set([...account.table(segments).all()].map(({ name }) => name));
  const twice = plan.segments.find(({ name }) => names.has(name));
  if (twice !== undefined) throw refuse(`a segment ${quoted(twice.name)}`);
  const { categories, items, variants } = plan.catalog;
  const ids = new Set([...categories, ...items, ...variants].map(({ id }) => id));
  for (const [name, table] of account.tables()) {
    const known = [...ids].find((id) => name.startsWith("catalog") && table.get(id) !== undefined);
    if (known !== undefined) throw refuse(`${name} ${quoted(known)}`);
  }
  const again = plan.events.find((event) => isThere(account, plan, event, world.clock.now()));
  if (again === undefined) return;
  const who = naturalKey(plan.profiles[again[3]]?.known ?? {});
  throw refuse(`an event of ${quoted(String(who))} with the same metric and unique_id (or second)`);
}

function isThere(
  account: Account,
  plan: AccountPlan,
  [id, time, metric, profile, , uniqueId]: EventPlan,
  now: number,
): boolean {
  const table = account.table(events);
  if (table.get(id) !== undefined) return true;
  const second = Math.floor(instantOf(time, Math.floor(now / 1000) * 1000) / 1000);
  const alike = [
    plan.profiles[profile]?.id ?? "",
    plan.metrics[metric]?.id ?? "",
    uniqueId ?? String(second),
  ];
  return table.find(["profile_id", "metric_id", "unique_id"], alike) !== undefined;
}

/** What new events and people mean for what was there before. */
function follow(world: World, account: Account, plan: SeedPlan): void {
  const added = plan.accounts.find(({ settings }) => settings.companyId === account.id);
  const heard = new Map<string, number>();
  for (const [, time, , profile] of added?.events ?? []) {
    const id = added?.profiles[profile]?.id ?? "";
    const at = Math.floor(instantOf(time, world.clock.now()) / 1000) * 1000;
    heard.set(id, Math.max(heard.get(id) ?? at, at));
  }
  const changes = [...heard].flatMap(([id, at]): Change[] => {
    const profile = account.table(profiles).get(id);
    if (profile === undefined || at <= (profile.last_event_date ?? 0)) return [];
    return [put(profiles, { ...profile, last_event_date: at })];
  });
  account.commit(changes);
  const all = [...account.table(segments).all()];
  for (const segment of all) fillSegment(account, segment, world.clock.now());
  account.takeWritten();
}
