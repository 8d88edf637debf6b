import { described, integer, list, literal, number, object } from "../contract/shape.ts";
import { oneOf, string, whether, type Shape } from "../contract/shape.ts";
import type { Account } from "../world/account.ts";
import { put } from "../world/store/store.ts";
import { accountSettings } from "./objects/records.ts";
import type { AccountSettingsView } from "./types.ts";

/** What a request authenticates with: `key`, or `token` for an OAuth access token. */
type Means = string;

/** What an account may, of which the service's own users have no say through the API. */
interface Setting {
  readonly shape: Shape;
  /** What it is where neither a change nor the fixture says. */
  readonly default: (account: Account) => unknown;
  /** Why rows that name the setting (`Row.setting`) refuse, in words for their detail and for people. */
  readonly refuses?: (
    value: never,
    means: Means,
  ) => { readonly detail: string; readonly hint: string } | undefined;
}

/** A setting is a line here: the doors, the library and the stage `permit` read this table. */
const settings = {
  webhooks: {
    shape: described(
      literal("any", "oauth-only"),
      "Whether private keys may use the webhooks API, or OAuth access tokens alone.",
    ),
    // @guess webhooks: Private keys may use webhooks. The service rejects those of accounts that have not paid for it.
    default: () => "any",
    refuses: (value: "any" | "oauth-only", means) =>
      value === "any" || means === "token"
        ? undefined
        : {
            detail: "Webhooks are available to OAuth apps only.",
            hint:
              "this account's setting webhooks is oauth-only: use an OAuth access token, " +
              'or PATCH /_emulator/settings with { "webhooks": "any" }',
          },
  },
  sms: {
    shape: whether("Whether SMS is set up: without it, a phone number alone makes no profile."),
    default: ({ settings: { sms } }) => sms,
  },
  conversations: {
    shape: whether("Whether the account may send messages in conversations."),
    default: () => true,
    refuses: (value: boolean) =>
      value
        ? undefined
        : {
            detail: "Conversations are not available to this account.",
            hint:
              "this account's setting conversations is false: " +
              'PATCH /_emulator/settings with { "conversations": true }',
          },
  },
  verifiedSenders: {
    shape: described(
      oneOf(literal("any"), list(string())),
      "Addresses and domains that mails may come from, beside the domain of the account's own sender.",
    ),
    // @guess create_campaign, update_campaign_message, send_campaign: All sender addresses count as verified.
    default: () => "any",
  },
  billingLimit: {
    shape: whether("Whether its plan is used up, so that campaigns are cancelled."),
    default: () => false,
  },
  disabled: {
    shape: whether("Whether it may not send, so that campaigns are cancelled."),
    default: () => false,
  },
  customObjects: {
    shape: whether("Whether the account may have custom objects."),
    default: ({ settings: { customObjects = true } }) => customObjects,
  },
  publishReviews: {
    shape: described(
      number({ min: 0, max: 1 }),
      "Which part of the reviews with 4 or 5 stars is published an hour after it was submitted.",
    ),
    default: () => 0,
  },
  readyToReviewDays: {
    shape: described(
      oneOf(literal("never"), integer({ min: 0, max: 365 })),
      "How many days after `Fulfilled Order` the event `Ready to Review` is written.",
    ),
    // @guess create_event, bulk_create_events: `Ready to Review` comes 14 days after `Fulfilled Order`.
    default: () => 14,
  },
} as const satisfies Readonly<Record<keyof AccountSettingsView, Setting>>;

const rows = Object.entries(settings) as [keyof AccountSettingsView, Setting][];

export const settingsShape: Shape<AccountSettingsView> = object(
  Object.fromEntries(rows.map(([name, { shape }]) => [name, shape])),
) as never;
export const settingsChange: Shape<Partial<AccountSettingsView>> = object(
  Object.fromEntries(rows.map(([name, { shape }]) => [`${name}?`, shape])),
) as never;

export const settingOf = <N extends keyof AccountSettingsView>(
  account: Account,
  name: N,
): AccountSettingsView[N] =>
  (account.table(accountSettings).get(name)?.value ?? settings[name].default(account)) as never;

export const settingsOf = (account: Account): AccountSettingsView =>
  Object.fromEntries(rows.map(([name]) => [name, settingOf(account, name)])) as never;

export function changeSettings(account: Account, change: Partial<AccountSettingsView>): void {
  account.commit(
    Object.entries(change).map(([id, value]) =>
      put(accountSettings, { id, seq: account.nextSeq(), value }),
    ),
  );
}

export function refusedBySetting(account: Account, name: string, means: Means) {
  const row: Setting | undefined = settings[name as keyof AccountSettingsView];
  return row?.refuses?.(settingOf(account, name as keyof AccountSettingsView) as never, means);
}
