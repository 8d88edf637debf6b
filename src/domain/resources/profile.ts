import { instant, objectOf, stamps, many, one } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { any, nullable, open, string } from "../../contract/shape.ts";
import {
  type Consent,
  listSuppressionField,
  reasonAliases,
  suppressionField,
  suppressionReasons,
} from "../consent/consent.ts";
import { predictionsShape } from "../profiles/predictions-shape.ts";
import { externalId, locationShapes } from "../profiles/shape.ts";
import { subscriptionsShape } from "../consent/subscriptions-object.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { wholeSecond } from "../../jsonapi/time.ts";
import { identityKeys } from "../profiles/identifiers.ts";

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
    // Where a profile is read by its own operations it has the new name, else the old one.
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
    [suppressionField]: ({ consent }) =>
      consent.suppression.map(({ reason, at }) => ({ reason, timestamp: at })),
    [listSuppressionField]: ({ consent }) =>
      consent.listSuppressions.map(({ list, reason, at }) => ({
        list_id: list,
        reason,
        timestamp: at,
      })),
  },
});

function latest(items: readonly { readonly at: number }[]): number | null {
  let at: number | null = null;
  for (const item of items) if (at === null || item.at > at) at = item.at;
  return at;
}

/** What writes give a profile. An unset attribute is null. */
export type ProfileAttributes = Omit<
  Profile,
  "id" | "seq" | "created" | "updated" | "last_event_date" | "consent"
>;

export type Location = NonNullable<Profile["location"]>;
