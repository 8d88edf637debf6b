import type { Resource } from "../contract/resource.ts";
import { profilesOf } from "../domain/segments/membership.ts";
import type { Account } from "../world/account.ts";
import type { Stored } from "../world/store/record.ts";
import { type Api, answeredBy } from "./call.ts";

/**
 * The records at the other end of a relationship to many, or of one that is worked out: as the area says, or else as its table says where they
 * are kept: by ids in the record, by a field of the other end, as memberships.
 */
export function relate(
  api: Api,
  account: Account,
  resource: Resource,
  name: string,
  record: Stored,
): readonly Stored[] {
  const special = api.bindings.get(resource.type)?.related?.[name];
  if (special !== undefined) return special(record as never, account);
  const { to = "", ids, by, members } = resource.relationships[name] ?? {};
  if (members) return profilesOf(account, record.id);
  if (ids === undefined && by === undefined) return [];
  const { collection } = answeredBy(api, to);
  const table = account.table(collection);
  if (ids !== undefined) {
    const named = (record as never as Record<string, readonly string[]>)[ids] ?? [];
    return named.flatMap((id) => table.get(id) ?? []);
  }
  const index = collection.indexes.find(([first]) => first === by);
  return index === undefined ? [] : [...table.scan(index, { prefix: [record.id] })];
}
