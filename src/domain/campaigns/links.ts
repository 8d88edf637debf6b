import type { Account } from "../../world/account.ts";
import type { Stored } from "../../world/store/record.ts";
import { type Change, type Collection, collection, drop, put } from "../../world/store/store.ts";

/** What links lead to: they keep its order, by when it was made. */
export interface Dated extends Stored {
  readonly created: number;
}

/**
 * One record leads to another, with the instant and sequence number of that. Each direction has a collection, which is
 * walked in the order of what its links lead to.
 */
export interface Link extends Dated {
  readonly of: string;
  readonly to: string;
}

/** How links are kept in order: behind whom they are of. */
export const linkOrder = "created";

export const linkCollection = (name: string): Collection<Link> =>
  collection(name, {
    natural: [["of", "to"]],
    keys: { of: (link) => link.of, [linkOrder]: ({ created }) => created },
    indexes: [["of", linkOrder]],
  });

export type Direction = { readonly links: Collection<Link>; readonly back: Collection<Link> };

/** Ids may hold any text: what parts two of them must not be among it. */
export const linkId = (of: string, to: string): string => JSON.stringify([of, to]);

/** The ids of those that one leads to, in the order in which they were made. */
export const linkedIds = (account: Account, { links }: Direction, of: string): string[] =>
  [...account.table(links).scan(["of", linkOrder], { prefix: [of] })].map(({ to }) => to);

/** Makes one lead to others, and back; nothing for those to which it leads. */
export function linking(
  account: Account,
  { links, back }: Direction,
  one: Dated,
  others: readonly Dated[],
): Change[] {
  const table = account.table(links);
  return others
    .filter(({ id }) => table.get(linkId(one.id, id)) === undefined)
    .flatMap((other) => [put(links, link(one, other)), put(back, link(other, one))]);
}

const link = ({ id: of }: Dated, { id: to, seq, created }: Dated): Link => ({
  id: linkId(of, to),
  seq,
  created,
  of,
  to,
});

export const unlinking = ({ links, back }: Direction, one: string, others: readonly string[]) =>
  others.flatMap((other) => [drop(links, linkId(one, other)), drop(back, linkId(other, one))]);

export function relinking(
  account: Account,
  direction: Direction,
  one: Dated,
  others: readonly Dated[],
): Change[] {
  const kept = new Set(others.map(({ id }) => id));
  const gone = linkedIds(account, direction, one.id).filter((id) => !kept.has(id));
  return [...unlinking(direction, one.id, gone), ...linking(account, direction, one, others)];
}
