import type { Stored } from "../world/store/record.ts";
import type { Account } from "../world/account.ts";
import { type Change, drop, put, type Collection } from "../world/store/store.ts";
import { taggings, type Tagging } from "./objects/records.ts";
import { campaigns } from "./resources/campaign.ts";
import { flows } from "./resources/flow.ts";
import { lists, segments, type Tag, tags } from "./resources/groups.ts";

export const taggingId = (tag: string, target: string): string => `${tag} ${target}`;

/** The tags of a list, segment, campaign or flow, in the order in which it got them. */
export const tagsOf = (account: Account, target: string): Tag[] =>
  taggingsOf(account, target).flatMap(({ tag }) => account.table(tags).get(tag) ?? []);

const taggingsOf = (account: Account, target: string): Tagging[] => [
  ...account.table(taggings).scan(["target"], { prefix: [target] }),
];

export const untagged = (account: Account, target: string): Change[] =>
  taggingsOf(account, target).map(({ id }) => drop(taggings, id));

const targetsOf =
  <R extends Stored>(kind: Tagging["kind"], of: Collection<R>) =>
  (account: Account, tag: string): R[] =>
    targetIdsOf(account, tag, kind).flatMap((id) => account.table(of).get(id) ?? []);

function targetIdsOf(account: Account, tag: string, kind: Tagging["kind"]): string[] {
  const range = { prefix: [tag, kind] };
  return [...account.table(taggings).scan(["tag", "kind"], range)].map(({ target }) => target);
}

export const taggedLists = targetsOf("list", lists);
export const taggedSegments = targetsOf("segment", segments);
export const taggedCampaigns = targetsOf("campaign", campaigns);
export const taggedFlows = targetsOf("flow", flows);

export const tagsOfGroup = (account: Account, group: string): Tag[] => [
  ...account.table(tags).scan(["tag-group.id", "name"], { prefix: [group] }),
];

/** What goes with a tag: nothing has it any more. */
export const withoutTag = (account: Account, tag: string): Change[] =>
  (["list", "segment", "campaign", "flow"] as const).flatMap((kind) =>
    targetIdsOf(account, tag, kind).map((target) => drop(taggings, taggingId(tag, target))),
  );

/** The change that gives something a tag; nothing, if it has it. */
export function tagged(account: Account, { id: tag }: Tag, kind: Tagging["kind"], target: string) {
  const id = taggingId(tag, target);
  if (account.table(taggings).get(id) !== undefined) return [];
  return [put(taggings, { id, seq: account.nextSeq(), tag, kind, target })];
}
