import { action, create, get, list, listing, pages, relation } from "../../contract/rows.ts";
import { remove, update } from "../../contract/rows.ts";
import type { RowOptions } from "../../contract/rows.ts";
import type { Scope } from "../../contract/scopes.ts";
import { tag } from "../../domain/resources/tag.ts";
import { targets, updatedTagGroup } from "./body.ts";
import { tagGroup } from "./resources.ts";

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
  create(tag, "create_tag", { ...writing, fields: ["tag"] }),
  get(tag, "get_tag", { ...reading, include: ["tag-group"], fields: ["tag", "tag-group"] }),
  update(tag, "update_tag", { ...writing, success: 204 }),
  remove(tag, "delete_tag", writing),
  list(tagGroup, "get_tag_groups", {
    ...reading,
    filter: { name: texts, exclusive: ["equals"], default: ["equals"] },
    sort: ["id", "name"],
    fields: ["tag-group"],
    paging: [pages({ default: 25, max: 25 })],
  }),
  create(tagGroup, "create_tag_group", { ...writing, fields: ["tag-group"] }),
  get(tagGroup, "get_tag_group", { ...reading, fields: ["tag-group"] }),
  update(tagGroup, "update_tag_group", { ...writing, body: updatedTagGroup, ...written }),
  remove(tagGroup, "delete_tag_group", { ...writing, ...written }),
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
  relation(tag, "flows", ["", "get_flow_ids_for_tag"], {
    scopes: ["flows:read", "tags:read"],
    tier: "S",
  })[1],
  action(tag, "tag_flows", {
    post: at("flows"),
    ...marking("flows:write"),
    body: targets("flow"),
    ...nothing,
  }),
  action(tag, "remove_tag_from_flows", {
    delete: at("flows"),
    ...marking("flows:write"),
    body: targets("flow"),
    ...nothing,
  }),
  relation(tag, "campaigns", ["", "get_campaign_ids_for_tag"], {
    scopes: ["campaigns:read", "tags:read"],
    tier: "S",
  })[1],
  action(tag, "tag_campaigns", {
    post: at("campaigns"),
    ...marking("campaigns:write"),
    body: targets("campaign"),
    ...nothing,
  }),
  action(tag, "remove_tag_from_campaigns", {
    delete: at("campaigns"),
    ...marking("campaigns:write"),
    body: targets("campaign"),
    ...nothing,
  }),
] as const;
