import { type AccountRecord, accounts } from "../../domain/resources/account.ts";
import { lists } from "../../domain/resources/groups.ts";
import { metrics } from "../../domain/resources/event.ts";
import { profiles } from "../../domain/resources/profile.ts";
import type { Account } from "../../world/account.ts";
import { FixtureError } from "../fixture/error.ts";
import type { FixtureAccount, FixtureProfile } from "../fixture/shape.ts";
import type { Slices } from "../../world/time/slices.ts";
import { Place, type Written } from "../fixture/place.ts";
import type { WrittenAccount } from "../fixture/read.ts";

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
  return {
    place: new Place(sourceOf(account), []),
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
export function* wordsOf(
  added: readonly WrittenAccount[],
): Slices<ReadonlySet<string> | undefined> {
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

const sourceOf = ({ id }: Account): Written => ({
  file: `account ${id}`,
  error: (_, what) => new FixtureError(`account ${id}`, undefined, what),
  whereIs: () => `account ${id}`,
});

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
