import { type RecordOf, resource } from "../../contract/resource.ts";
import { boolean, nullable, object, string, list as listOf } from "../../contract/shape.ts";
import { literal, oneOf, type Shape } from "../../contract/shape.ts";
import type { Properties } from "../objects/records.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import type { Account } from "../../world/account.ts";
import { put } from "../../world/store/store.ts";

const text = nullable(string());

/** Specification, "Account"; the members are those of `accounts.json`. */
const contact: Shape<Properties> = object({
  default_sender_name: string(),
  default_sender_email: string(),
  website_url: text,
  organization_name: string(),
  street_address: object({
    address1: text,
    address2: text,
    city: text,
    region: text,
    country: text,
    zip: text,
  }),
});

export const account = resource("account", {
  path: "/api/accounts",
  attributes: {
    test_account: { shape: boolean(), since: "2024-02-15" },
    contact_information: { shape: contact },
    industry: { shape: text },
    timezone: { shape: string() },
    preferred_currency: { shape: string() },
    public_api_key: { shape: string() },
    locale: { shape: string(), since: "2024-05-15" },
  },
  natural: ["public_api_key"],
  orders: ["id"],
  defaultSort: "id",
});

export type AccountRecord = RecordOf<typeof account>;
export const accounts = collectionOf(account);

/** A text that is always the same, or one of what is known when a message is sent. */
const value = (...known: string[]) =>
  nullable(
    oneOf(
      object({ type: literal("dynamic"), value: literal(...known) }),
      object({ type: literal("static"), value: string() }),
    ),
  );

const always = "email_subject link_alt_text message_type profile_external_id profile_id".split(" ");
const ofCampaign =
  "campaign_id campaign_name campaign_name_id campaign_name_send_day group_id group_name group_name_id";

const values = {
  "flow?": value(...always, "flow_id", "flow_name", "message_name", "message_name_id"),
  "campaign?": value(...always, ...ofCampaign.split(" ")),
} as const;
const parameter = object(values);

const custom = listOf(object({ ...values, name: string({ minLength: 1 }) }));

/** How links in messages are tracked: one record in each account. */
export const trackingSetting = resource("tracking-setting", {
  path: "/api/tracking-settings",
  attributes: {
    auto_add_parameters: { shape: boolean(), write: "update" },
    utm_source: { shape: parameter, write: "update" },
    utm_medium: { shape: parameter, write: "update" },
    utm_campaign: { shape: nullable(parameter), write: "update" },
    utm_id: { shape: nullable(parameter), write: "update" },
    utm_term: { shape: nullable(parameter), write: "update" },
    custom_parameters: { shape: nullable(custom), write: "update" },
  },
  natural: ["id"],
  orders: ["id"],
  defaultSort: "id",
});

export type TrackingSetting = RecordOf<typeof trackingSetting>;

/** Who an account is. What every account has besides, it has with `account.begin`. */
export function introduce(account: Account, about: Omit<AccountRecord, "id" | "seq">): void {
  const { id } = account;
  account.commit([put(accounts, { ...about, id, seq: account.nextSeq() })]);
}
