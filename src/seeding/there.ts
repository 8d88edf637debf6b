import { accounts, lists, metrics, profiles } from "../domain/collections.ts";
import type { AccountRecord } from "../domain/records.ts";
import type { Account } from "../world/account.ts";
import { FixtureError } from "./fixture-error.ts";
import type { FixtureAccount, FixtureProfile } from "./fixture-shape.ts";
import { Place, type Written } from "./place.ts";
import type { WrittenAccount } from "./read-fixture.ts";

/**
 * What an account has, as far as a fixture that is added may name it: as if it stood in a file of
 * its own, before the others.
 */
export function thereOf(account: Account): WrittenAccount {
  const { settings } = account;
  const people = [...account.table(profiles).all()].filter(
    ({ email, external_id, phone_number }) =>
      (email ?? external_id ?? (settings.sms ? phone_number : null)) !== null,
  );
  const [about] = account.table(accounts).all();
  const written = {
    company_id: account.id,
    sms: settings.sms,
    order_metric: settings.orderMetric ?? "Placed Order",
    without_predictions: settings.withoutPredictions ?? "omit",
    ...(about && settingsIn(about)),
    keys: [],
    lists: named(account.table(lists).all()),
    metrics: named(account.table(metrics).all()),
    profiles: people.map(({ id, email, phone_number, external_id }): FixtureProfile => {
      return { id, email, phone_number, external_id };
    }),
  };
  return {
    place: new Place(sourceOf(account), []),
    // An industry that is not set is null, which no fixture writes.
    written: written as FixtureAccount,
    bulk: { profiles: [], events: [] },
    isThere: true,
  };
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
  const address = Object.entries(contact.street_address).filter(([, line]) => line !== null);
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
