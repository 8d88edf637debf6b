import { identifiers } from "../../domain/profiles/shape.ts";
import { type AccountRecord, accounts } from "../../domain/resources/account.ts";
import { metrics, events } from "../../domain/resources/event.ts";
import { lists, segments } from "../../domain/resources/groups.ts";
import { profiles } from "../../domain/resources/profile.ts";
import type { Account } from "../../world/account.ts";
import type { Slices } from "../../world/time/slices.ts";
import type { World } from "../../world/world.ts";
import { naturalKey } from "../fixture/document.ts";
import { FixtureError, quoted } from "../fixture/error.ts";
import { Place } from "../fixture/place.ts";
import type { WrittenAccount } from "../fixture/read.ts";
import type { FixtureAccount, FixtureProfile } from "../fixture/shape.ts";
import { instantOf } from "../fixture/values.ts";
import { allKinds, collectionOf } from "../kinds/index.ts";
import type { AccountPlan, EventPlan, PlannedRecord } from "../plan.ts";

/** What an account has, as if it stood in a file before the added ones. @param words all that those say, in lower case: of many people only those named are planned along; undefined: all */
export function* thereOf(
  account: Account,
  words: ReadonlySet<string> | undefined,
): Slices<WrittenAccount> {
  const { settings } = account;
  const table = account.table(profiles);
  const people: FixtureProfile[] = [];
  // As it is now: it may be written to while this is set down.
  for (const { id, email, external_id, phone_number } of table.clone().all()) {
    yield;
    if ((email ?? external_id ?? (settings.sms ? phone_number : null)) === null) continue;
    const names = [id, email, external_id, phone_number];
    if (words === undefined || names.some((name) => name && words.has(wordOf(name))))
      people.push({ id, email, phone_number, external_id });
  }
  const [about] = account.table(accounts).all();
  const written = {
    company_id: account.id,
    sms: settings.sms,
    order_metric: settings.orderMetric ?? "Placed Order",
    custom_objects: settings.customObjects ?? true,
    without_predictions: settings.withoutPredictions ?? "omit",
    ...(about && settingsIn(about)),
    keys: [],
    lists: named(account.table(lists).all()),
    metrics: named(account.table(metrics).all()),
    profiles: people,
  };
  const whereIs = () => `account ${account.id}`;
  const error = (_: unknown, what: string) => new FixtureError(whereIs(), undefined, what);
  return {
    place: new Place({ file: whereIs(), error, whereIs }, []),
    // An industry that is not set is null, which no fixture writes.
    written: written as FixtureAccount,
    bulk: { profiles: [], events: [] },
    isThere: true,
    unnamed: table.size - people.length,
  };
}

/** An email may be written in any case. */
const wordOf = (value: string | number): string => String(value).toLowerCase();

/** Every text and number in what is added, names of members, too; undefined: whoever is generated must be told from everybody. */
export function* wordsOf(added: readonly WrittenAccount[]) {
  if (added.some(({ written }) => written.generate != null)) return undefined;
  const words = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === "string" || typeof value === "number") words.add(wordOf(value));
    if (typeof value !== "object" || value === null) return;
    for (const [name, each] of Object.entries(value)) {
      words.add(wordOf(name));
      collect(each);
    }
  };
  for (const { written, bulk } of added) {
    const { profiles: people = [], events: happened = [], ...rest } = written;
    collect(rest);
    const inBulk = [...bulk.profiles, ...bulk.events].map(({ items }) => items);
    for (const item of [people, happened, ...inBulk].flat()) {
      collect(item);
      yield;
    }
  }
  return words;
}

/** Of two by one name, the later one is meant. */
const named = (records: Iterable<{ readonly id: string; readonly name: string }>) => [
  ...new Map([...records].map(({ id, name }) => [name, { id, name }])).values(),
];

/** As a fixture says it: what is added may say the same, or nothing. */
function settingsIn(about: AccountRecord) {
  const contact = about.contact_information as Readonly<Record<string, string>> & {
    readonly street_address: object;
  };
  const address = Object.entries(contact.street_address).filter(([, line]) => line);
  return {
    name: contact["organization_name"],
    sender_name: contact["default_sender_name"],
    sender_email: contact["default_sender_email"],
    website: contact["website_url"],
    address: Object.fromEntries(address),
    test_account: about.test_account,
    industry: about.industry,
    timezone: about.timezone,
    currency: about.preferred_currency,
    locale: about.locale,
  };
}

/** Nothing of a plan takes the place of what is there. @param known the ids of what it only names @throws FixtureError for the first that would */
export function* requireNew(world: World, plan: AccountPlan, known: ReadonlySet<string>) {
  const { companyId } = plan.settings;
  const refuse = (what: string) =>
    new FixtureError(`account ${companyId}`, undefined, `${what} is there already`);
  for (const { name, secret } of plan.keys) {
    const found = world.findKey(secret);
    const isSame = found?.account.id === companyId && found.key.name === name;
    const holder = world.account(companyId)?.keys.find((key) => key.name === name);
    if (!isSame && (found ?? holder) !== undefined) throw refuse(`the key ${quoted(name)}`);
  }
  for (const { clientId } of plan.apps) {
    if (world.grants.app(clientId) !== undefined) throw refuse(`the app ${quoted(clientId)}`);
  }
  for (const { accessToken, refreshToken } of plan.tokens) {
    const secret = [accessToken, refreshToken].find((each) => world.grants.wishOf(each));
    if (secret !== undefined) throw refuse(`the token ${quoted(secret)}`);
  }
  const account = world.account(companyId);
  if (account === undefined) return;
  const found = sameRecord(account, plan, known);
  if (found !== undefined) throw refuse(found);

  for (const profile of plan.profiles) {
    if (known.has(profile.id)) continue;
    const held = heldOf(account, profile);
    if (held !== undefined) throw refuse(`a profile with ${held}`);
    yield;
  }
  for (const event of plan.events) {
    yield;
    if (!isThere(account, plan, event)) continue;
    const who = quoted(String(naturalKey(plan.profiles[event[3]]?.known ?? {})));
    throw refuse(`an event of ${who} with the same metric and unique_id (or second)`);
  }
}

function sameRecord(account: Account, plan: AccountPlan, known: ReadonlySet<string>) {
  const kinds = [
    ["list", lists, plan.lists],
    ["metric", metrics, plan.metrics],
    ["segment", segments, plan.segments, ["name"]],
    ["profile", profiles, plan.profiles],
    ...allKinds.map(
      ([name, kind]) =>
        [kind.noun, collectionOf(kind), plan.records[name] ?? [], kind.alone] as const,
    ),
  ] as const;
  for (const [kind, collection, records, alone] of kinds) {
    // Of most there is none yet, and then no table.
    const table = account.state.tableNamed(collection.name);
    const twice = records.find(({ id }) => !known.has(id) && table?.get(id) !== undefined);
    if (twice !== undefined) return `the ${kind} ${quoted(twice.id)}`;
    if (alone === undefined || table === undefined) continue;
    const nameOf = (each: object) => alone.map((name) => (each as PlannedRecord)[name]);
    const there = new Set(Array.from(table.all(), (each) => JSON.stringify(nameOf(each))));
    const rival = records.map(nameOf).find((name) => there.has(JSON.stringify(name)));
    if (rival !== undefined) return `the ${kind} ${quoted(String(rival.at(-1)))}`;
  }
  return undefined;
}

/** An identifier that somebody has who cannot be named: only a device knows them, say. */
function heldOf(account: Account, { known }: AccountPlan["profiles"][number]): string | undefined {
  const held = identifiers.find(({ name, unique, compared }) => {
    const value = known[name] ?? null;
    if (!unique || value === null) return false;
    return account.table(profiles).find([name], [compared(value)]) !== undefined;
  });
  return held && `${held.name} ${quoted(String(known[held.name]))}`;
}

function isThere(
  account: Account,
  { profiles: people, metrics: kinds }: AccountPlan,
  event: EventPlan,
) {
  const [id, time, metric, profile, , uniqueId] = event;
  const table = account.table(events);
  const second = String(Math.floor(instantOf(time, account.clock.now()) / 1000));
  const alike = [people[profile]?.id ?? "", kinds[metric]?.id ?? "", uniqueId ?? second];
  return (
    (table.get(id) ?? table.find(["profile_id", "metric_id", "unique_id"], alike)) !== undefined
  );
}
