import type { Account } from "../world/account.ts";
import { type Change, type Collection, drop, put } from "../world/store.ts";
import { works } from "../world/work.ts";
import { aliasesOf } from "./aliases.ts";
import * as catalog from "./catalog-collections.ts";
import * as collections from "./collections.ts";
import { isFor, unasked } from "./confirm.ts";
import { membershipsOf } from "./membership.ts";
import { tokensOf } from "./push-tokens.ts";
import type { Profile } from "./records.ts";

const all = { ...collections, ...catalog, works };

/**
 * Every kind of record that an account may hold, by name. Whatever goes through all of them asks this table:
 * exports, imports, the data folder, snapshots, differences, forks, `state show`, the deletion of a person.
 */
export const everyCollection: ReadonlyMap<string, Collection> = new Map(
  Object.values(all).map((each) => [each.name, each as unknown as Collection]),
);

/** What becomes of the records of one kind when a person is deleted. */
type Forget = (account: Account, person: Profile) => readonly Change[];

/** Nothing in them is about a person. */
const impersonal: Forget = () => [];
/** Something in them may be, and stays. */
const stays: Forget = () => [];

/** A new collection has to say here what is about a person in it; the person itself goes last. */
const forgetting: Readonly<Record<Exclude<keyof typeof all, "profiles">, Forget>> = {
  // Events stay (behaviour.md, 14).
  events: stays,
  // What a client sent is shown to it until its job expires. @guess
  imports: stays,
  importErrors: stays,
  // What was accepted before is done: it may mean the person, and does nothing then.
  works: stays,
  memberships: (account, { id }) =>
    membershipsOf(account, id).map((member) => drop(collections.memberships, member.id)),
  pushTokens: (account, { id }) =>
    tokensOf(account, id).map((token) => drop(collections.pushTokens, token.id)),
  confirmations: (account, person) => unasked(account, (each) => isFor(account, each, person)),
  aliases: (account, { id }) =>
    aliasesOf(account, id).map((alias) => drop(collections.aliases, alias)),
  // A code that was given to somebody is nobody's then. @guess
  couponCodes: (account, { id }) =>
    [...account.table(collections.couponCodes).scan(["profile.id"], { prefix: [id] })].map((code) =>
      put(collections.couponCodes, { ...code, profile: null }),
    ),
  accounts: impersonal,
  coupons: impersonal,
  couponCodeJobs: impersonal,
  customMetrics: impersonal,
  images: impersonal,
  lists: impersonal,
  mappedMetrics: impersonal,
  metrics: impersonal,
  segments: impersonal,
  suppressions: impersonal,
  unsuppressions: impersonal,
  tags: impersonal,
  tagGroups: impersonal,
  taggings: impersonal,
  templates: impersonal,
  trackingSettings: impersonal,
  webFeeds: impersonal,
  catalogItems: impersonal,
  catalogVariants: impersonal,
  catalogCategories: impersonal,
  itemsOfCategories: impersonal,
  categoriesOfItems: impersonal,
  itemCreations: impersonal,
  itemUpdates: impersonal,
  itemDeletions: impersonal,
  variantCreations: impersonal,
  variantUpdates: impersonal,
  variantDeletions: impersonal,
  categoryCreations: impersonal,
  categoryUpdates: impersonal,
  categoryDeletions: impersonal,
};

/** All that a person's deletion changes. */
export const forgotten = (account: Account, person: Profile): readonly Change[] => [
  ...Object.values(forgetting).flatMap((forget) => forget(account, person)),
  drop(collections.profiles, person.id),
];
