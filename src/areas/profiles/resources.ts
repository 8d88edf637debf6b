import { stamps, many, objectOf, resource } from "../../contract/resource.ts";
import { profiles, pushTokens } from "../../domain/collections.ts";
import {
  listSuppressionField,
  reasonAliases,
  suppressionField,
  suppressionReasons,
} from "../../domain/consent.ts";
import { externalId, locationShapes } from "../../domain/profile-shape.ts";
import { predictionsShape } from "../../domain/predictions.ts";
import { subscriptionsShape } from "../../domain/subscriptions-object.ts";

/** @guess: a reason that is never given is a mistake of the caller's. */
const reason = { type: "string", values: suppressionReasons, aliases: reasonAliases } as const;

/** Specification, "Profile". */
export const profile = resource("profile", {
  path: "/api/profiles",
  collection: profiles.name,
  attributes: {
    email: { type: "string" },
    phone_number: { type: "string" },
    external_id: { type: "any", shape: externalId },
    anonymous_id: { type: "string" },
    first_name: { type: "string" },
    last_name: { type: "string" },
    organization: { type: "string" },
    locale: { type: "string", since: "2024-05-15" },
    title: { type: "string" },
    image: { type: "string" },
    ...stamps,
    last_event_date: { type: "datetime" },
    location: objectOf(locationShapes),
    properties: { type: "object", nullable: false },
    whatsapp_bsuid: { type: "string", since: "2026-07-15" },
    // Of a member of a list or segment.
    joined_group_at: { type: "datetime", sparse: true, nullable: false },
    subscriptions: {
      type: "object",
      additional: true,
      computed: true,
      shape: subscriptionsShape,
      nullable: false,
    },
    predictive_analytics: {
      type: "object",
      additional: true,
      computed: true,
      shape: predictionsShape,
      nullable: false,
    },
  },
  relationships: {
    lists: many("list"),
    segments: many("segment"),
    "push-tokens": many("push-token", { since: "2025-04-15" }),
    // Where a profile is read by its own operations it has the new name, else the old one.
    conversation: many("conversation", { since: "2026-04-15", unless: "conversations" }),
    conversations: many("conversation", {
      since: "2026-07-15",
      only: ["get_profile", "get_profiles"],
    }),
  },
  fields: {
    id: { type: "string" },
    email: { type: "email" },
    phone_number: { type: "phone" },
    external_id: { type: "string" },
    _kx: { type: "string" },
    push_token: {
      type: "string",
      via: { collection: pushTokens.name, key: "token", owner: "profile" },
    },
    created: { type: "datetime" },
    updated: { type: "datetime" },
    [`${suppressionField}.reason`]: reason,
    [`${suppressionField}.timestamp`]: { type: "datetime" },
    [`${listSuppressionField}.reason`]: reason,
    [`${listSuppressionField}.timestamp`]: { type: "datetime" },
    [`${listSuppressionField}.list_id`]: { type: "string" },
    profile_id: { type: "string", from: "id" },
    // Of a member of a list or segment.
    joined_group_at: { type: "datetime" },
  },
  // @guess: oldest first, so that a walk through the pages meets those who come meanwhile.
  defaultSort: "created",
});
