import { isDeepStrictEqual } from "node:util";
import { Dice } from "../world/dice.ts";
import { shortId } from "../world/ids.ts";
import { type FixtureAccount, settingMembers } from "./fixture/shape.ts";
import { quoted } from "./fixture/error.ts";
import { Place } from "./fixture/place.ts";
import type { AccountPlan } from "./plan.ts";
import type { Amounts } from "./generate/amounts.ts";
import type { Bulk, WrittenAccount } from "./fixture/read.ts";

/** One account, with everything that the files say of it. */
export interface AccountDraft {
  readonly companyId: string;
  readonly parts: readonly WrittenAccount[];
  readonly amounts?: Amounts | undefined;
}

/** Brings together what several files say of one account; without a company id, it is its own. */
export function draftsOf(
  written: readonly WrittenAccount[],
  seed: number | string,
  amounts?: Amounts,
): AccountDraft[] {
  const byId = new Map<string, WrittenAccount[]>();
  const dice = Dice.from(seed, "seed/company");
  for (const part of written) {
    const id = part.written.company_id ?? shortId(dice);
    const expected = `expected six letters and digits, not ${quoted(id)}`;
    if (!/^[0-9A-Za-z]{6}$/.test(id)) throw part.place.at("company_id").error(expected);
    byId.set(id, [...(byId.get(id) ?? []), part]);
  }
  // The amounts are the first account's: the one whose keys are shown first.
  const amountsAt = (index: number) => (index === 0 ? amounts : undefined);
  return [...byId].map(([companyId, parts], at) => ({ companyId, parts, amounts: amountsAt(at) }));
}

type Section = {
  [S in keyof FixtureAccount]-?: NonNullable<FixtureAccount[S]> extends readonly object[]
    ? S
    : never;
}[keyof FixtureAccount];
type Item<S extends Section> = NonNullable<FixtureAccount[S]>[number];

export function* itemsOf<S extends Section>(
  { parts }: AccountDraft,
  section: S,
): Generator<{ item: Item<S>; place: Place }> {
  for (const { written, place, bulk } of parts) {
    const items = (written[section] ?? []) as readonly Item<S>[];
    for (const [index, item] of items.entries()) yield { item, place: place.at(section, index) };
    for (const source of section in bulk ? bulk[section as keyof Bulk] : []) {
      for (const [index, item] of source.items.entries())
        yield { item: item as Item<S>, place: new Place(source, [index]) };
    }
  }
}

/** A section of which an account has at most one, and where it stands. @throws FixtureError for a second one */
export function onlyOf<S extends "generate" | "history">(
  { companyId, parts }: AccountDraft,
  section: S,
): { said: NonNullable<FixtureAccount[S]>; place: Place } | undefined {
  const [found, second] = parts.flatMap(({ written, place }) => {
    const said = written[section];
    return said == null ? [] : [{ said, place: place.at(section) }];
  });
  if (found === undefined || second === undefined) return found;
  const what = `account ${companyId} has a ${section} section at ${found.place} already`;
  throw second.place.error(what);
}

type Setting = keyof typeof settingMembers extends `${infer Name}?` ? Name : never;

/** What the files say of the account itself. @throws FixtureError where they disagree */
function agreed(draft: AccountDraft): Partial<Pick<FixtureAccount, Setting>> {
  const found: Record<string, { value: unknown; place: Place }> = {};
  for (const member of Object.keys(settingMembers)) {
    const name = member.slice(0, -1) as Setting;
    for (const { written, place } of draft.parts) {
      const value = written[name];
      if (value === undefined) continue;
      const known = found[name];
      if (known !== undefined && !isDeepStrictEqual(known.value, value)) {
        const what = `account ${draft.companyId} says otherwise at ${known.place}`;
        throw place.at(name).error(`${what}; expected the same, or nothing`);
      }
      found[name] = known ?? { value, place: place.at(name) };
    }
  }
  return Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value]));
}

/** The account's settings and what its own API shows of it, with defaults where nothing is said. */
export function settingsOf(draft: AccountDraft): Pick<AccountPlan, "settings" | "about"> {
  const { companyId } = draft;
  const given = agreed(draft);
  const { name = "Example Shop", currency = "USD", address = {} } = given;
  if (!/^[A-Z]{3}$/.test(currency)) {
    const part = draft.parts.find(({ written }) => written.currency !== undefined);
    throw part?.place.at("currency").error("expected a currency's three letters, such as USD");
  }
  return {
    settings: {
      companyId,
      sms: given.sms ?? false,
      ...(given.order_metric && { orderMetric: given.order_metric }),
      ...(given.custom_objects === false && { customObjects: false }),
      ...(given.without_predictions && { withoutPredictions: given.without_predictions }),
    },
    about: {
      test_account: given.test_account ?? false,
      contact_information: {
        default_sender_name: given.sender_name ?? name,
        default_sender_email: given.sender_email ?? "hello@example.com",
        website_url: given.website ?? "https://www.example.com",
        organization_name: name,
        street_address: { ...emptyAddress, ...address },
      },
      industry: given.industry ?? "Retail",
      timezone: given.timezone ?? "America/New_York",
      preferred_currency: currency,
      public_api_key: companyId,
      locale: given.locale ?? "en-US",
    },
  };
}

/** Texts, since nothing else was published of them before 2026-07-15. */
const emptyAddress = { address1: "", address2: "", city: "", region: "", country: "", zip: "" };
