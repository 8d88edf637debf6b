import {
  boolean,
  described,
  type Infer,
  list,
  literal,
  nullable,
  number,
  object,
  oneOf,
  open,
  string,
} from "../contract/shape.ts";
import { externalId, inventoryPolicy, looks } from "../areas/catalogs/shape.ts";
import { suppressionReasons } from "../domain/consent.ts";
import { profileFields } from "../domain/profile-shape.ts";
import { faultShape } from "../world/fault-shape.ts";

/** The form of a fixture file. `fixtures/seeds/demo.yaml` shows all of it at work. */
const text = () => string({ minLength: 1, maxLength: 1000 });
const consent = () => literal("SUBSCRIBED", "UNSUBSCRIBED", "NEVER_SUBSCRIBED");

const key = object({ name: text(), scopes: oneOf(string(), list(string())), "key?": text() });

/** In OAuth's own words (RFC 6749 and RFC 7591). */
const app = object({
  name: text(),
  "client_id?": text(),
  "client_secret?": text(),
  "redirect_uris?": list(text()),
  "scopes?": oneOf(string(), list(string())),
});

const token = object({
  app: text(),
  "scopes?": list(string(), { min: 1 }),
  "expires_in?": oneOf(number(), string()),
  "access_token?": text(),
  "refresh_token?": text(),
});

const listShape = object({
  "id?": string(),
  name: text(),
  "created?": string(),
  "opt_in_process?": literal("double_opt_in", "single_opt_in"),
});

const segment = object({
  "id?": string(),
  name: text(),
  "created?": string(),
  "definition?": nullable(open()),
  "is_starred?": boolean(),
  "profiles?": list(oneOf(string(), number())),
});

const metric = object({
  "id?": string(),
  name: text(),
  "created?": string(),
  "integration?": object({ key: text(), name: text(), "category?": text() }),
});

const suppression = object({
  reason: literal(...suppressionReasons),
  "at?": string(),
});

export const profileShape = object({
  ...profileFields,
  "id?": string(),
  "created?": string(),
  "lists?": list(string()),
  "consent?": object({ "email?": consent(), "sms?": consent() }),
  "suppression?": list(suppression),
});

export const eventShape = object({
  "id?": string(),
  profile: oneOf(string(), number()),
  metric: text(),
  time: string(),
  "value?": nullable(number()),
  "value_currency?": nullable(string()),
  "unique_id?": nullable(string({ minLength: 1, maxLength: 100_000 })),
  "properties?": nullable(open()),
});

const catalogCategory = object({ external_id: externalId, name: string(), "created?": string() });

const shown = {
  "image_full_url?": looks.image_full_url.shape,
  "image_thumbnail_url?": looks.image_thumbnail_url.shape,
  "images?": nullable(looks.images.shape),
  "custom_metadata?": looks.custom_metadata.shape,
  "published?": looks.published.shape,
} as const;

const catalogItem = object({
  external_id: externalId,
  title: string(),
  description: string(),
  url: string(),
  "price?": nullable(number()),
  ...shown,
  "categories?": list(string()),
  "created?": string(),
});

/** Of which nothing is said, a variant has its item's. */
const catalogVariant = object({
  external_id: externalId,
  item: string(),
  "title?": string(),
  "description?": string(),
  "url?": string(),
  "price?": number(),
  ...shown,
  "sku?": string(),
  "inventory_policy?": inventoryPolicy,
  "inventory_quantity?": number(),
  "created?": string(),
});

/** One rule of `generate.segments`, under the segment's name: all that is given must hold. */
export const ruleShape = object({
  "orders?": number(),
  "spent?": number(),
  "quiet?": string(),
  "active?": string(),
  "abandoned?": boolean(),
});

const generate = object({
  profiles: number(),
  events: number(),
  "span?": string(),
  "lists?": object({ "email?": string(), "sms?": string(), "customers?": string() }),
  "segments?": open(),
});

const address = object({
  "address1?": string(),
  "address2?": string(),
  "city?": string(),
  "region?": string(),
  "country?": string(),
  "zip?": string(),
});

/** What is said of the account itself; where two files say it, they must agree. */
export const settingMembers = {
  "name?": text(),
  "sms?": boolean(),
  "order_metric?": text(),
  "without_predictions?": literal("omit", "null"),
  "timezone?": text(),
  "currency?": text(),
  "locale?": text(),
  "industry?": text(),
  "website?": text(),
  "sender_name?": text(),
  "sender_email?": string({ format: "email" }),
  "address?": address,
  "test_account?": boolean(),
} as const;

/** Bulk files beside the fixture, `.jsonl` or `.csv`: a record a line. */
const files = () =>
  described(
    oneOf(text(), list(text(), { min: 1 })),
    "Files in this one's folder: .jsonl, or .csv with a header line.",
  );

const accountMembers = {
  "company_id?": string(),
  ...settingMembers,
  "keys?": nullable(list(key)),
  "apps?": nullable(list(app)),
  "tokens?": nullable(list(token)),
  "lists?": nullable(list(listShape)),
  "segments?": nullable(list(segment)),
  "metrics?": nullable(list(metric)),
  "profiles?": nullable(list(profileShape)),
  "events?": nullable(list(eventShape)),
  "profiles_from?": nullable(files()),
  "events_from?": nullable(files()),
  "catalog_categories?": nullable(list(catalogCategory)),
  "catalog_items?": nullable(list(catalogItem)),
  "catalog_variants?": nullable(list(catalogVariant)),
  "generate?": nullable(generate),
  "faults?": nullable(list(faultShape)),
} as const;

/** One account; a section that is named but left empty counts as absent. */
export const accountShape = object(accountMembers);

/** Several accounts in one file. */
export const accountsShape = object({ accounts: list(accountShape, { min: 1 }) });

/** Either of the two, where it is not known which is meant. */
export const fixtureShape = object({
  ...accountMembers,
  "accounts?": described(list(accountShape, { min: 1 }), "Several accounts, and nothing else."),
});

/** A fixture as a value: of one account, or of several. */
export type Fixture = FixtureAccount | Infer<typeof accountsShape>;

export type FixtureAccount = Infer<typeof accountShape>;
export type FixtureKey = Infer<typeof key>;
export type FixtureApp = Infer<typeof app>;
export type FixtureToken = Infer<typeof token>;
export type FixtureProfile = Infer<typeof profileShape>;
export type FixtureEvent = Infer<typeof eventShape>;
export type FixtureRule = Infer<typeof ruleShape>;
