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
import { campaignShape } from "./campaign-shape.ts";
import { flowShape } from "./flow-shape.ts";
import { formShape } from "./form-shape.ts";
import { imageShape, templateShape, universalContentShape } from "./content-shape.ts";
import { generateShape } from "./generate-shape.ts";
import { id, instant, text } from "./shape-parts.ts";
import { reviewShape } from "./review-shape.ts";
import { webhookShape } from "./webhook-shape.ts";
import { faultShape } from "../world/fault-shape.ts";
import { dataSource, geofence, objectType } from "./object-shapes.ts";
import { historyShape } from "./history/shape.ts";

/** The form of a fixture file. `fixtures/seeds/demo.yaml` shows all of it at work. */
const secret = () => described(text(), "Default: drawn from the seed.");
const consent = () => literal("SUBSCRIBED", "UNSUBSCRIBED", "NEVER_SUBSCRIBED");

const key = object({
  name: described(text(), "What the CLI and the library call it."),
  scopes: described(
    oneOf(string(), list(string())),
    "full, read-only, or a list such as [profiles:read].",
  ),
  "key?": described(text(), "The key itself. Default: drawn from the seed."),
});

/** In OAuth's own words (RFC 6749 and RFC 7591). */
const app = object({
  name: described(text(), "What the page to consent on shows."),
  "client_id?": secret(),
  "client_secret?": secret(),
  "redirect_uris?": described(
    list(text()),
    "Default: http://127.0.0.1/callback and http://[::1]/callback.",
  ),
  "scopes?": described(oneOf(string(), list(string())), "All that it may ask for. Default: full."),
});

const token = object({
  app: described(text(), "The client id or the name of its app."),
  "scopes?": described(list(string(), { min: 1 }), "Default: all that its app may ask for."),
  "expires_in?": described(
    oneOf(number(), string()),
    "Seconds, or a duration such as 10m. Default: an hour.",
  ),
  "access_token?": secret(),
  "refresh_token?": secret(),
});

const listShape = object({
  "id?": id(),
  name: text(),
  "created?": instant(),
  "opt_in_process?": described(
    literal("double_opt_in", "single_opt_in"),
    "Whether subscribing needs a confirmation.",
  ),
});

const segment = object({
  "id?": id(),
  name: text(),
  "created?": instant(),
  "definition?": described(nullable(open()), "Decides who is in it, at the start and later."),
  "is_starred?": boolean(),
  "profiles?": described(
    list(oneOf(string(), number())),
    "Its members, by email, phone number or external id.",
  ),
});

const metric = object({
  "id?": id(),
  name: text(),
  "created?": instant(),
  "integration?": described(
    object({ key: text(), name: text(), "category?": text() }),
    "Where its events come from. Default: the API, or the service for one of the service's own names.",
  ),
});

const suppression = object({
  reason: literal(...suppressionReasons),
  "at?": instant(),
});

export const profileShape = object({
  ...profileFields,
  "id?": id(),
  "created?": instant(),
  "lists?": described(list(string()), "The names of the lists that it has joined."),
  "consent?": described(
    object({ "email?": consent(), "sms?": consent() }),
    "What it has answered, by channel.",
  ),
  "suppression?": described(list(suppression), "Why no messages go to it."),
});

export const eventShape = object({
  "id?": id(),
  profile: described(
    oneOf(string(), number()),
    "An email, phone number or external id of a profile.",
  ),
  metric: described(text(), "The name of a metric."),
  time: instant(),
  "value?": nullable(number()),
  "value_currency?": nullable(string()),
  "unique_id?": described(
    nullable(string({ minLength: 1, maxLength: 100_000 })),
    "Default: one event of a profile and metric for each second.",
  ),
  "properties?": nullable(open()),
});

const catalogCategory = object({ external_id: externalId, name: string(), "created?": instant() });

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
  "categories?": described(list(string()), "The external ids of its categories."),
  "created?": instant(),
});

/** Of which nothing is said, a variant has its item's. */
const catalogVariant = object({
  external_id: externalId,
  item: described(string(), "The external id of its item."),
  "title?": string(),
  "description?": string(),
  "url?": string(),
  "price?": number(),
  ...shown,
  "sku?": described(string(), "Default: its external id."),
  "inventory_policy?": inventoryPolicy,
  "inventory_quantity?": number(),
  "created?": instant(),
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
  "name?": described(text(), "The name of the account."),
  "sms?": described(boolean(), "Whether a phone number alone makes a profile."),
  "order_metric?": described(text(), "The metric of paid orders. Default: Placed Order."),
  "custom_objects?": described(boolean(), "Whether it may make types of objects. Default: true."),
  "without_predictions?": described(
    literal("omit", "null"),
    "What stands where there is no prediction: nothing, or null.",
  ),
  "timezone?": described(text(), "An IANA time zone: the days of segments."),
  "currency?": text(),
  "locale?": text(),
  "industry?": text(),
  "website?": text(),
  "sender_name?": text(),
  "sender_email?": string({ format: "email" }),
  "address?": address,
  "test_account?": described(boolean(), "Whether it says that it is one."),
} as const;

/** Bulk files beside the fixture, `.jsonl` or `.csv`: a record a line. */
const files = () =>
  described(
    oneOf(text(), list(text(), { min: 1 })),
    "Files in this one's folder, a record a line: .jsonl, or .csv with a header line.",
  );

const accountMembers = {
  "company_id?": described(string(), "Six letters and digits. Default: drawn from the seed."),
  ...settingMembers,
  "keys?": described(nullable(list(key)), "Private keys. Default: one named full."),
  "apps?": described(nullable(list(app)), "OAuth apps that the account may install."),
  "tokens?": described(nullable(list(token)), "OAuth access tokens that are there from the start."),
  "lists?": described(nullable(list(listShape)), "Lists."),
  "segments?": described(
    nullable(list(segment)),
    "Segments, with written members or a definition.",
  ),
  "metrics?": described(nullable(list(metric)), "Metrics. Others begin with their first event."),
  "profiles?": described(
    nullable(list(profileShape)),
    "Profiles. Each needs an email, a phone number or an external id.",
  ),
  "events?": described(nullable(list(eventShape)), "Events."),
  "profiles_from?": nullable(files()),
  "events_from?": nullable(files()),
  "catalog_categories?": described(nullable(list(catalogCategory)), "Categories of the catalog."),
  "catalog_items?": described(nullable(list(catalogItem)), "Items of the catalog."),
  "catalog_variants?": described(
    nullable(list(catalogVariant)),
    "Variants of items. They have their item's values where they say nothing.",
  ),
  "data_sources?": described(nullable(list(dataSource)), "Where records of objects come from."),
  "object_types?": described(nullable(list(objectType)), "Types of custom objects."),
  "geofences?": described(nullable(list(geofence)), "Geofences. Default: three in New York."),
  "templates?": described(nullable(list(templateShape)), "Templates of messages."),
  "universal_content?": described(
    nullable(list(universalContentShape)),
    "Blocks that several templates share.",
  ),
  "images?": described(nullable(list(imageShape)), "Images, with their bytes."),
  "campaigns?": described(nullable(list(campaignShape)), "Campaigns, each with a message."),
  "flows?": described(nullable(list(flowShape)), "Flows, drafts and live ones."),
  "forms?": described(nullable(list(formShape)), "Forms, drafts and live ones."),
  "reviews?": described(nullable(list(reviewShape)), "Reviews."),
  "webhooks?": described(nullable(list(webhookShape)), "Webhooks."),
  "generate?": described(
    nullable(generateShape),
    "People, events and more that the seed makes up.",
  ),
  "history?": described(nullable(historyShape), "What happened in the past year."),
  "faults?": described(
    nullable(list(faultShape)),
    "Faults that are there from the start, and after a reset.",
  ),
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
