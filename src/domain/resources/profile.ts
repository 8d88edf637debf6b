import { instant, objectOf, stamps, many, one } from "../../contract/members.ts";
import { type RecordOf, resource, derived } from "../../contract/resource.ts";
import { any, nullable, open, string, literal } from "../../contract/shape.ts";
import { listSuppressionField, reasonAliases, suppressionField } from "../consent/consent.ts";
import { suppressionReasons, type Consent } from "../consent/consent.ts";
import { predictionsShape, background, deviceShapes } from "../profiles/shown-shapes.ts";
import { enablement, platform, vendor } from "../profiles/shown-shapes.ts";
import { externalId, locationShapes, identityKeys } from "../profiles/shape.ts";
import { subscriptionsShape } from "../consent/subscriptions-object.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { wholeSecond } from "../../jsonapi/time.ts";

const text = nullable(string());

/** @guess get_profiles, get_profiles_for_*: A filter by a suppression reason that does not exist is a 400. */
const reason = { type: "string", values: suppressionReasons, aliases: reasonAliases } as const;

/** Specification, "Profile". */
export const profile = resource("profile", {
  path: "/api/profiles",
  attributes: {
    email: { shape: text },
    phone_number: { shape: text },
    external_id: { shape: externalId },
    anonymous_id: { shape: text },
    first_name: { shape: text },
    last_name: { shape: text },
    organization: { shape: text },
    locale: { shape: text, since: "2024-05-15" },
    title: { shape: text },
    image: { shape: text },
    ...stamps,
    last_event_date: { shape: nullable(instant()) },
    location: objectOf(locationShapes),
    properties: { shape: open() },
    whatsapp_bsuid: { shape: text, computed: true, since: "2026-07-15" },
    // Of a member of a list or segment.
    joined_group_at: { shape: instant(), sparse: true },
    subscriptions: { shape: subscriptionsShape, additional: true, own: true, computed: true },
    predictive_analytics: { shape: predictionsShape, additional: true, computed: true },
  },
  relationships: {
    lists: many("list"),
    segments: many("segment"),
    "push-tokens": many("push-token", { since: "2025-04-15", by: "profile.id" }),
    // Where it is read by a profile's own operations it has the new name, else the old one.
    conversation: one("conversation", {
      since: "2026-04-15",
      unless: "conversations",
      derived: true,
      optional: true,
      linksOnly: true,
    }),
    conversations: many("conversation", {
      since: "2026-07-15",
      only: ["get_profile", "get_profiles"],
    }),
  },
  kept: { _kx: text, consent: any<Consent>() },
  natural: ["email", "phone_number", "external_id", "anonymous_id"],
  fields: {
    email: { type: "email" },
    phone_number: { type: "phone" },
    external_id: { type: "string" },
    _kx: { type: "string" },
    push_token: {
      type: "string",
      via: { collection: "push-token", key: "token", owner: "profile" },
    },
    [`${suppressionField}.reason`]: reason,
    [`${suppressionField}.timestamp`]: { type: "datetime" },
    [`${listSuppressionField}.reason`]: reason,
    [`${listSuppressionField}.timestamp`]: { type: "datetime" },
    [`${listSuppressionField}.list_id`]: { type: "string" },
    profile_id: { type: "string", from: "id" },
  },
  orders: [
    "id",
    "created",
    "updated",
    `${suppressionField}.timestamp`,
    `${listSuppressionField}.timestamp`,
    "email",
    "phone_number",
    "external_id",
    "anonymous_id",
    "_kx",
  ],
  // @guess get_profiles, get_profiles_for_*, get_profile_ids_for_*: Without `sort`, the oldest profile comes first.
  defaultSort: "created",
});

export type Profile = RecordOf<typeof profile>;
export const profiles = collectionOf(profile, {
  keys: {
    ...identityKeys,
    created: ({ created }) => wholeSecond(created),
    updated: ({ updated }) => wholeSecond(updated),
    [`${suppressionField}.timestamp`]: ({ consent }) => latest(consent.suppression),
    [`${listSuppressionField}.timestamp`]: ({ consent }) => latest(consent.listSuppressions),
  },
  items: {
    [suppressionField]: ({ consent }) => consent.suppression.map(told),
    [listSuppressionField]: ({ consent }) =>
      consent.listSuppressions.map(({ list, ...of }) => ({ list_id: list, ...told(of) })),
  },
});

const told = ({ reason, at }: { readonly reason: string; readonly at: number }) => ({
  reason,
  timestamp: at,
});

const latest = (items: readonly { readonly at: number }[]): number | null =>
  items.length === 0 ? null : Math.max(...items.map(({ at }) => at));

/** What writes give a profile. An unset attribute is null. */
export type ProfileAttributes = Omit<
  Profile,
  "id" | "seq" | "created" | "updated" | "last_event_date" | "consent"
>;

export type Location = NonNullable<Profile["location"]>;

/** The messages between a profile and the account by one channel: there as soon as it may be written in. */
export const conversation = derived("conversation", {
  path: "/api/conversations",
  attributes: { channel: { shape: literal("instagram", "sms", "whatsapp") } },
  relationships: { profile: one("profile", { unlinked: true, erased: "stays" }) },
});

export type Conversation = RecordOf<typeof conversation>;

export const pushToken = resource("push-token", {
  path: "/api/push-tokens",
  attributes: {
    created: { shape: instant() },
    token: { shape: string() },
    enablement_status: { shape: enablement },
    platform: { shape: platform },
    vendor: { shape: vendor },
    background: { shape: background },
    recorded_date: { shape: instant() },
    metadata: objectOf(deviceShapes),
  },
  relationships: { profile: one("profile", { erased: "goes" }) },
  natural: ["token"],
  orders: [
    "id",
    "token",
    "created",
    ["profile.id", "created"],
    ["enablement_status", "created"],
    ["platform", "created"],
  ],
  // @guess get_push_tokens, get_push_token*_for_profile: The oldest push token comes first.
  defaultSort: "created",
});

export type PushToken = RecordOf<typeof pushToken>;
export const pushTokens = collectionOf(pushToken);
