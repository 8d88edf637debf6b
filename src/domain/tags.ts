import type { Account } from "../world/account.ts";
import { type Change, drop, put } from "../world/store/store.ts";
import { taggings, type Tagging } from "./objects/records.ts";
import { type Campaign, campaigns } from "./resources/campaign.ts";
import { type Flow, flows } from "./resources/flow.ts";
import { type List, lists, type Segment, segments, type Tag, tags } from "./resources/groups.ts";

export const taggingId = (tag: string, target: string): string => `${tag} ${target}`;

/** The tags of a list, segment, campaign or flow, in the order in which it got them. */
export const tagsOf = (account: Account, target: string): Tag[] =>
  taggingsOf(account, target).flatMap(({ tag }) => account.table(tags).get(tag) ?? []);

const taggingsOf = (account: Account, target: string): Tagging[] => [
  ...account.table(taggings).scan(["target"], { prefix: [target] }),
];

/** What goes with a list, segment, campaign or flow that is deleted. */
export const untagged = (account: Account, target: string): Change[] =>
  taggingsOf(account, target).map(({ id }) => drop(taggings, id));

function targetsOf(account: Account, tag: string, kind: Tagging["kind"]): string[] {
  const range = { prefix: [tag, kind] };
  return [...account.table(taggings).scan(["tag", "kind"], range)].map(({ target }) => target);
}

/** The lists, segments, campaigns and flows that have a tag. */
export const taggedLists = (account: Account, tag: string): List[] =>
  targetsOf(account, tag, "list").flatMap((id) => account.table(lists).get(id) ?? []);
export const taggedSegments = (account: Account, tag: string): Segment[] =>
  targetsOf(account, tag, "segment").flatMap((id) => account.table(segments).get(id) ?? []);

export const taggedCampaigns = (account: Account, tag: string): Campaign[] =>
  targetsOf(account, tag, "campaign").flatMap((id) => account.table(campaigns).get(id) ?? []);

export const taggedFlows = (account: Account, tag: string): Flow[] =>
  targetsOf(account, tag, "flow").flatMap((id) => account.table(flows).get(id) ?? []);

export const tagsOfGroup = (account: Account, group: string): Tag[] => [
  ...account.table(tags).scan(["tag-group.id", "name"], { prefix: [group] }),
];

/** What goes with a tag: nothing has it any more. */
export const withoutTag = (account: Account, tag: string): Change[] =>
  (["list", "segment", "campaign", "flow"] as const).flatMap((kind) =>
    targetsOf(account, tag, kind).map((target) => drop(taggings, taggingId(tag, target))),
  );

/** The change that gives something a tag; nothing, if it has it. */
export function tagged(
  account: Account,
  { id: tag }: Tag,
  kind: Tagging["kind"],
  target: string,
): Change[] {
  const id = taggingId(tag, target);
  if (account.table(taggings).get(id) !== undefined) return [];
  return [put(taggings, { id, seq: account.nextSeq(), tag, kind, target })];
}
