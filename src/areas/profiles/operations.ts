import { bodyOf, named } from "../bodies.ts";
import { absentIfNull, list as listOf, object, open, string } from "../../contract/shape.ts";
import { profileData, profileFields, profileMeta } from "../../domain/profiles/shape.ts";
import { action, get, list, relations, rows } from "../../contract/rows.ts";
import { newPushToken } from "../../domain/profiles/shown-shapes.ts";
import { profile, pushToken } from "../../domain/resources/profile.ts";
import type { Ability } from "../../contract/operation.ts";
import { lookup, range, since, type RowOptions } from "../../contract/row-options.ts";
import { listSuppressionField, suppressionField } from "../../domain/consent/consent.ts";
import { importRows } from "./imports.ts";
import { subscriptionRows } from "./subscriptions.ts";
import { suppressionRows } from "./suppressions.ts";

const attributes = object(profileFields);

const newProfile = bodyOf("profile", { attributes, "properties?": open() });

const updatedProfile = bodyOf("profile", {
  id: string(),
  attributes,
  "properties?": open(),
  "meta?": absentIfNull(profileMeta),
});

/** The id is the destination's. @guess merge_profiles: One request merges one source. */
const merging = bodyOf("profile-merge", {
  id: string(),
  relationships: object({
    profiles: object({ data: listOf(named("profile"), { min: 1, max: 1 }) }),
  }),
});

const additional = ["subscriptions", "predictive_analytics"] as const;

/** Writes show more of it since 2024-10-15 (revisions.json), and `events:write` allows them, too (behaviour.md, 16). */
const write: RowOptions = {
  scopes: [["profiles:write"], ["events:write"]],
  additionalFields: { profile: additional.map((name) => since("2024-10-15", name)) },
};

const conversationIncludes: Ability[] = [
  since("2025-04-15", "push-tokens"),
  { name: "conversation", since: "2026-04-15", until: "2026-07-15" },
  since("2026-07-15", "conversations"),
];

const ofGroups = { since: "2025-04-15", until: "2026-01-15" } as const;
const bySuppression = { since: "2024-10-15" } as const;
const ofAll = (name: string) => `${suppressionField}.${name}`;
const ofList = (name: string) => `${listSuppressionField}.${name}`;
const listId = ofList("list_id");
const ofAnyList = [ofList("reason"), ofList("timestamp"), listId];
/** One date at a time (behaviour.md, 8). */
const otherDates = ["created", "updated"];

export const operations = [
  list(profile, "get_profiles", {
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
      [ofList("reason")]: { operators: ["equals"], needs: listId, ...bySuppression },
      [ofList("timestamp")]: {
        operators: range,
        needs: listId,
        without: otherDates,
        ...bySuppression,
      },
      [listId]: { operators: ["equals"], ...bySuppression },
    },
    sort: ["created", "email", "id", "updated", ofAll("timestamp"), ofList("timestamp")],
    include: [
      ...["lists", "segments"].map((name) => ({ name, ...ofGroups })),
      ...conversationIncludes,
    ],
    fields: ["conversation", "list", "profile", "push-token", "segment"],
  }),
  action(profile, "create_profile", { ...write, body: newProfile }),
  get(profile, "get_profile", { include: ["lists", "segments", ...conversationIncludes] }),
  action(profile, "update_profile", { ...write, body: updatedProfile }),
  // The id may be given.
  action(profile, "create_or_update_profile", { ...write, body: object({ data: profileData }) }),
  ...relations(profile, ["lists", "segments"], { onePage: true }),
  action(profile, "merge_profiles", { body: merging, success: 202, shows: "reference" }),
  ...subscriptionRows,
  ...suppressionRows,
  ...importRows,
  list(pushToken, "get_push_tokens"),
  action(pushToken, "create_push_token", { body: newPushToken }),
  ...rows(pushToken, ["get", "remove"]),
  ...relations(profile, ["push-tokens"]),
  ...relations(pushToken, ["profile"]),
  ...relations(profile, ["conversation", "conversations"]),
] as const;
