import type { Ability } from "../../contract/operation.ts";
import { action, get, list, lookup, pages, range, relation, since } from "../../contract/rows.ts";
import type { RowOptions } from "../../contract/rows.ts";
import { listSuppressionField, suppressionField } from "../../domain/consent/consent.ts";
import { profile } from "../../domain/resources/profile.ts";
import { mergeBody, newProfileBody, profileBody, updateBody } from "./body.ts";
import { importRows } from "./import-rows.ts";
import { pushTokenRows } from "./push-token-rows.ts";
import { subscriptionRows } from "./subscription-rows.ts";
import { suppressionRows } from "./suppression-rows.ts";

const additional = ["subscriptions", "predictive_analytics"] as const;
const additionalFields = { profile: additional };

/**
 * Writes also show the profile, with more of it since 2024-10-15 (revisions.json), and `events:write` allows
 * them too (behaviour.md, 16).
 */
const write: RowOptions = {
  scopes: [["profiles:write"], ["events:write"]],
  tier: "L",
  fields: ["profile"],
  additionalFields: { profile: additional.map((name) => since("2024-10-15", name)) },
};

const conversationIncludes: Ability[] = [
  since("2025-04-15", "push-tokens"),
  { name: "conversation", since: "2026-04-15", until: "2026-07-15" },
  since("2026-07-15", "conversations"),
];

const ofConversations = {
  scopes: ["conversations:read", "profiles:read"],
  tier: "S",
  fields: ["conversation"],
} as const;

const bySuppression = { since: "2024-10-15" } as const;
const ofAll = (name: string) => `${suppressionField}.${name}`;
const ofList = (name: string) => `${listSuppressionField}.${name}`;
const ofAnyList = ["reason", "timestamp", "list_id"].map(ofList);
/** One date at a time (behaviour.md, 8). */
const otherDates = ["created", "updated"];

export const operations = [
  list(profile, "get_profiles", {
    scopes: ["profiles:read"],
    tier: "L",
    filter: {
      id: lookup,
      email: lookup,
      phone_number: lookup,
      external_id: lookup,
      _kx: ["equals"],
      created: ["greater-than", "less-than"],
      updated: ["greater-than", "less-than"],
      [ofAll("reason")]: { operators: ["equals"], without: ofAnyList, ...bySuppression },
      [ofAll("timestamp")]: {
        operators: range,
        without: [...ofAnyList, ...otherDates],
        ...bySuppression,
      },
      [ofList("reason")]: { operators: ["equals"], needs: ofList("list_id"), ...bySuppression },
      [ofList("timestamp")]: {
        operators: range,
        needs: ofList("list_id"),
        without: otherDates,
        ...bySuppression,
      },
      [ofList("list_id")]: { operators: ["equals"], ...bySuppression },
    },
    sort: [
      "created",
      "email",
      "id",
      "updated",
      since("2024-10-15", ofAll("timestamp")),
      since("2024-10-15", ofList("timestamp")),
    ],
    include: [
      { name: "lists", since: "2025-04-15", until: "2026-01-15" },
      { name: "segments", since: "2025-04-15", until: "2026-01-15" },
      ...conversationIncludes,
    ],
    fields: ["conversation", "list", "profile", "push-token", "segment"],
    additionalFields,
    paging: [pages({ default: 20, max: 100 })],
  }),
  action(profile, "create_profile", {
    post: "/api/profiles",
    ...write,
    body: newProfileBody,
    success: 201,
  }),
  get(profile, "get_profile", {
    scopes: ["profiles:read"],
    tier: "L",
    include: ["lists", "segments", ...conversationIncludes],
    fields: ["conversation", "list", "profile", "push-token", "segment"],
    additionalFields,
  }),
  action(profile, "update_profile", {
    patch: "/api/profiles/{id}",
    ...write,
    body: updateBody,
    success: 200,
  }),
  action(profile, "create_or_update_profile", {
    post: "/api/profile-import",
    ...write,
    since: "2024-02-15",
    body: profileBody,
    success: [200, 201],
  }),
  ...relation(profile, "lists", ["get_lists_for_profile", "get_list_ids_for_profile"], {
    scopes: ["lists:read", "profiles:read"],
    tier: "S",
    fields: ["list"],
    onePage: true,
  }),
  ...relation(profile, "segments", ["get_segments_for_profile", "get_segment_ids_for_profile"], {
    scopes: ["profiles:read", "segments:read"],
    tier: "S",
    fields: ["segment"],
    onePage: true,
  }),
  action(profile, "merge_profiles", {
    post: "/api/profile-merge",
    scopes: ["profiles:write"],
    tier: "M",
    fields: ["profile"],
    body: mergeBody,
    success: 202,
    shows: "reference",
  }),
  ...subscriptionRows,
  ...suppressionRows,
  ...importRows,
  ...pushTokenRows,
  ...relation(
    profile,
    "conversation",
    ["get_conversation_for_profile", "get_conversation_id_for_profile"],
    { ...ofConversations, since: "2026-04-15" },
  ),
  ...relation(
    profile,
    "conversations",
    ["get_conversations_for_profile", "get_conversation_ids_for_profile"],
    { ...ofConversations, since: "2026-07-15" },
  ),
] as const;
