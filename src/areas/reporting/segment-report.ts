import { memberships, segmentTurnovers } from "../../domain/objects/records.ts";
import { segments, type Segment } from "../../domain/resources/groups.ts";
import type { Account } from "../../world/account.ts";
import type { Slices } from "../../world/time/slices.ts";
import type { Span } from "./frame.ts";

/** What became of the members of a segment in a span of time; the total is that of its end. */
export type Movement = { added: number; removed: number; total: number };

export const noMovement: Movement = { added: 0, removed: 0, total: 0 };

export const segmentStatistics = {
  members_added: ({ added }) => added,
  members_removed: ({ removed }) => removed,
  net_members_changed: ({ added, removed }) => added - removed,
  total_members: ({ total }) => total,
} as const satisfies Readonly<Record<string, (of: Movement) => number>>;

/** Whoever is a member says since when; of the others it is kept when they came and went. @param asked their ids; undefined: all segments @param starts where the parts begin */
export function* movementsOf(
  account: Account,
  asked: readonly string[] | undefined,
  starts: readonly number[],
  span: Span,
  now: number,
): Slices<ReadonlyMap<string, readonly Movement[]>> {
  const counted = segmentsOf(account, asked).map(({ id }) => {
    const moving = counting(starts, span);
    const within = { prefix: [id] };
    const members = account.table(memberships).visit(["group", "joined"], within, ({ joined }) => {
      // Since when they are members, if the time went back.
      moving.count(Math.min(joined, now), 1, 0);
    });
    const kept = account.table(segmentTurnovers).visit(["segment", "at"], within, (turnover) => {
      moving.count(turnover.at, turnover.added, turnover.removed);
    });
    return { id, moving, visits: [members, kept] };
  });
  for (const visit of counted.flatMap(({ visits }) => visits)) yield* visit;
  return new Map(counted.map(({ id, moving }) => [id, moving.ended()]));
}

function segmentsOf(account: Account, asked: readonly string[] | undefined): Segment[] {
  const table = account.table(segments);
  if (asked === undefined) return [...table.scan(["created"])];
  return [...new Set(asked)].flatMap((id) => table.get(id) ?? []);
}

function counting(starts: readonly number[], span: Span) {
  const parts = starts.map((): Movement => ({ ...noMovement }));
  let before = 0;
  // The part that was counted in last: what is counted next is often in the same.
  let last = 0;
  const count = (at: number, added: number, removed: number): void => {
    if (at >= span.to) return;
    if (at < span.from) {
      before += added - removed;
      return;
    }
    if (at < (starts[last] ?? 0)) last = 0;
    while (at >= (starts[last + 1] ?? Infinity)) last += 1;
    const part = parts[last] as Movement;
    part.added += added;
    part.removed += removed;
  };
  const ended = (): readonly Movement[] => {
    let total = before;
    for (const part of parts) part.total = total += part.added - part.removed;
    return parts;
  };
  return { count, ended };
}
