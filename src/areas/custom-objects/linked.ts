import { objectLinkId, recordId } from "../../domain/objects/custom-objects.ts";
import { objectLinks, type ObjectLink } from "../../domain/objects/records.ts";
import { profiles } from "../../domain/resources/profile.ts";
import { profileById, findProfile } from "../../domain/profiles/identity.ts";
import type { Account } from "../../world/account.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import type { SourceRecord } from "./resources.ts";
import { type Feed, type FeedLink, idIn } from "./mapping.ts";
import { valueAt } from "./path.ts";
import type { IdentifierType } from "../../domain/grammar/source-mappings.ts";

/**
 * What a source record says an object is related to. It takes the place of what the same data source said of
 * the relationship before, unless that is additive.
 */
export function linked(
  account: Account,
  { type, round, id: from }: Pick<ObjectLink, "id" | "type" | "round">,
  { links, source }: Feed,
  { record, seq }: SourceRecord,
): Change[] {
  if (links.length === 0) return [];
  const table = account.table(objectLinks);
  return links.flatMap((link) => {
    const { relationship, additive } = link;
    const idOf = (to: string) => objectLinkId({ from, relationship, to, source });
    const ends = new Map(endsOf(account, link, record).map((to) => [idOf(to), to]));
    const known = [...table.scan(["from", "id"], { prefix: [from] })].filter(
      (each) => each.relationship === relationship && each.source === source,
    );
    const gone = additive ? [] : known.filter(({ id }) => !ends.has(id));
    const fresh = [...ends].filter(([id]) => {
      const there = table.get(id);
      return there === undefined || there.round !== round;
    });
    const own = { seq, type, round, relationship, from, source };
    return [
      ...gone.map(({ id }) => drop(objectLinks, id)),
      ...fresh.map(([id, to]) => put(objectLinks, { ...own, id, to })),
    ];
  });
}

/** The ids of the ends that a record names: of profiles, of those that there are. */
function endsOf(account: Account, { to, ends }: FeedLink, record: unknown): string[] {
  for (const { by, path } of ends) {
    const ids = [valueAt(path, record)].flat().flatMap((value) => idIn(value) ?? []);
    const found = ids.flatMap((id) =>
      by === undefined ? recordId(to ?? "", id) : (profileOf(account, by, id) ?? []),
    );
    if (found.length > 0) return found;
  }
  return [];
}

const identifiers = {
  email: "email",
  phone: "phone_number",
  "external-id": "external_id",
  anonymous: "anonymous_id",
} as const;

const profileOf = (account: Account, by: IdentifierType, value: string): string | undefined =>
  by === "service-id"
    ? profileById(account, value)?.id
    : findProfile(account.table(profiles), { [identifiers[by]]: value })?.id;
