import { action, get, list, listing, pages, unbuilt, relation } from "../../contract/rows.ts";
import type { RowOptions } from "../../contract/rows.ts";
import type { Scope } from "../../contract/scopes.ts";
import { newTag, newTagGroup, targets, updatedTag, updatedTagGroup } from "./body.ts";
import { tag, tagGroup } from "./resources.ts";

const texts = listing("contains", "ends-with", "equals", "starts-with");
const reading: RowOptions = { scopes: ["tags:read"], tier: "S" };
const writing: RowOptions = { scopes: ["tags:read", "tags:write"], tier: "S" };
const nothing = { success: 204, empty: true } as const;
const marking = (scope: Scope): RowOptions => ({ scopes: [scope, "tags:write"], tier: "S" });
const at = (what: string) => `/api/tags/{id}/relationships/${what}`;
/** Writes to a group answer with it before 2026-04-15, and with nothing since (behaviour.md, 4). */
const written = {
  success: [
    { status: 200, empty: false, until: "2026-04-15" },
    { status: 204, empty: true, since: "2026-04-15" },
  ],
} as const;

const [tagsOfGroup, tagIdsOfGroup] = relation(
  tagGroup,
  "tags",
  ["get_tags_for_tag_group", "get_tag_ids_for_tag_group"],
  { ...reading, fields: ["tag"] },
);

export const operations = [
  list(tag, "get_tags", {
    ...reading,
    filter: { name: texts },
    sort: ["id", "name"],
    include: ["tag-group"],
    fields: ["tag", "tag-group"],
    paging: [pages({ default: 50, max: 50 })],
  }),
  action(tag, "create_tag", {
    post: "/api/tags",
    ...writing,
    fields: ["tag"],
    body: newTag,
    success: 201,
  }),
  get(tag, "get_tag", { ...reading, include: ["tag-group"], fields: ["tag", "tag-group"] }),
  action(tag, "update_tag", { patch: "/api/tags/{id}", ...writing, body: updatedTag, ...nothing }),
  action(tag, "delete_tag", { delete: "/api/tags/{id}", ...writing, ...nothing }),
  list(tagGroup, "get_tag_groups", {
    ...reading,
    filter: { name: texts, exclusive: ["equals"], default: ["equals"] },
    sort: ["id", "name"],
    fields: ["tag-group"],
    paging: [pages({ default: 25, max: 25 })],
  }),
  action(tagGroup, "create_tag_group", {
    post: "/api/tag-groups",
    ...writing,
    fields: ["tag-group"],
    body: newTagGroup,
    success: 201,
  }),
  get(tagGroup, "get_tag_group", { ...reading, fields: ["tag-group"] }),
  action(tagGroup, "update_tag_group", {
    patch: "/api/tag-groups/{id}",
    ...writing,
    body: updatedTagGroup,
    ...written,
  }),
  action(tagGroup, "delete_tag_group", {
    delete: "/api/tag-groups/{id}",
    ...writing,
    ...written,
  }),
  relation(tag, "lists", ["", "get_list_ids_for_tag"], {
    scopes: ["lists:read", "tags:read"],
    tier: "S",
  })[1],
  action(tag, "tag_lists", {
    post: at("lists"),
    ...marking("lists:write"),
    body: targets("list"),
    ...nothing,
  }),
  action(tag, "remove_tag_from_lists", {
    delete: at("lists"),
    ...marking("lists:write"),
    body: targets("list"),
    ...nothing,
  }),
  relation(tag, "segments", ["", "get_segment_ids_for_tag"], {
    scopes: ["segments:read", "tags:read"],
    tier: "S",
  })[1],
  action(tag, "tag_segments", {
    post: at("segments"),
    ...marking("segments:write"),
    body: targets("segment"),
    ...nothing,
  }),
  action(tag, "remove_tag_from_segments", {
    delete: at("segments"),
    ...marking("segments:write"),
    body: targets("segment"),
    ...nothing,
  }),
  ...relation(tag, "tag-group", ["get_tag_group_for_tag", "get_tag_group_id_for_tag"], {
    ...reading,
    fields: ["tag-group"],
  }),
  { ...tagsOfGroup, onePage: true },
  tagIdsOfGroup,
  unbuilt("flow", "get_flow_ids_for_tag", {
    get: at("flows"),
    scopes: ["flows:read", "tags:read"],
    tier: "S",
  }),
  unbuilt("flow", "tag_flows", { post: at("flows"), ...marking("flows:write") }),
  unbuilt("flow", "remove_tag_from_flows", { delete: at("flows"), ...marking("flows:write") }),
  unbuilt("campaign", "get_campaign_ids_for_tag", {
    get: at("campaigns"),
    scopes: ["campaigns:read", "tags:read"],
    tier: "S",
  }),
  unbuilt("campaign", "tag_campaigns", { post: at("campaigns"), ...marking("campaigns:write") }),
  unbuilt("campaign", "remove_tag_from_campaigns", {
    delete: at("campaigns"),
    ...marking("campaigns:write"),
  }),
] as const;
