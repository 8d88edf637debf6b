import type { Ability } from "../../contract/operation.ts";
import { lookup, range, since, type RowOptions } from "../../contract/row-options.ts";
import { action, get, list, relations } from "../../contract/rows.ts";
import { listSuppressionField, suppressionField } from "../../domain/consent/consent.ts";
import { profile } from "../../domain/resources/profile.ts";
import { mergeBody, newProfileBody, profileBody, updateBody } from "./body.ts";
import { importRows } from "./import-rows.ts";
import { pushTokenRows } from "./push-token-rows.ts";
import { subscriptionRows } from "./subscription-rows.ts";
import { suppressionRows } from "./suppression-rows.ts";

const additional = ["subscriptions", "predictive_analytics"] as const;

/**
 * Writes also show the profile, with more of it since 2024-10-15 (revisions.json), and `events:write` allows
 * them too (behaviour.md, 16).
 */
const write: RowOptions = {
  scopes: [["profiles:write"], ["events:write"]],
  additionalFields: { profile: additional.map((name) => since("2024-10-15", name)) },
};

const conversationIncludes: Ability[] = [
  since("2025-04-15", "push-tokens"),
  { name: "conversation", since: "2026-04-15", until: "2026-07-15" },
  since("2026-07-15", "conversations"),
];

const bySuppression = { since: "2024-10-15" } as const;
const ofAll = (name: string) => `${suppressionField}.${name}`;
const ofList = (name: string) => `${listSuppressionField}.${name}`;
const ofAnyList = ["reason", "timestamp", "list_id"].map(ofList);
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
  }),
  action(profile, "create_profile", {
    ...write,
    body: newProfileBody,
  }),
  get(profile, "get_profile", { include: ["lists", "segments", ...conversationIncludes] }),
  action(profile, "update_profile", {
    ...write,
    body: updateBody,
  }),
  action(profile, "create_or_update_profile", {
    ...write,
    body: profileBody,
  }),
  ...relations(profile, ["lists", "segments"], { onePage: true }),
  action(profile, "merge_profiles", {
    body: mergeBody,
    success: 202,
    shows: "reference",
  }),
  ...subscriptionRows,
  ...suppressionRows,
  ...importRows,
  ...pushTokenRows,
  ...relations(profile, ["conversation", "conversations"]),
] as const;
