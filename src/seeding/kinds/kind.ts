import { attributesIn } from "../../contract/bodies.ts";
import type { Resource, ResourceTable } from "../../contract/resource.ts";
import type { Shape } from "../../contract/shape.ts";
import { wholeApi } from "../../areas/index.ts";
import { recordMade } from "../../verbs/write.ts";
import type { Account } from "../../world/account.ts";
import type { Change } from "../../world/store/store.ts";
import type { Slices } from "../../world/time/slices.ts";
import { id, instant } from "../fixture/shape-parts.ts";
import type { Place } from "../fixture/place.ts";
import type { PlannedBase, PlannedRecord, PlanTime } from "../plan.ts";
import type { IdKind } from "../planned-ids.ts";

/** What an item names of the lists, segments and metrics, and of the kinds before its own. */
export interface Around {
  /** The record of one of these sections that is called so. @throws FixtureError if there is none */
  require(sections: string | readonly string[], name: string, place: Place): PlannedRecord;
  among(...sections: readonly string[]): (id: string) => boolean;
  /** An id for what comes with a record, such as a message. */
  draw(what: string, form: IdKind, created: PlanTime): string;
  /** The id that follows from what a record is called. */
  named(called: string): string;
}

export type Dated<P> = Omit<P, "created"> & { readonly created: number };

/** A kind of record that fixtures write out: all that seeding has of it. */
export interface Kind<Item = never, P extends object = object> {
  readonly noun: string;
  readonly says: string;
  /** What an item says. `id` and `created` are among it where the kind has them. */
  readonly shape: Shape<Item>;
  readonly type: string;
  /** By what others of the fixture name it: no two are called alike. */
  readonly called?: "external_id" | "name" | "title";
  /** The members by which a record that is there already is the same. Its id always is. */
  readonly alone?: readonly string[];
  /** The form of the ids that are drawn where none is said; or the id that follows from the item. */
  readonly ids: IdKind | ((item: Item, around: Around) => string);
  /** Whether they are planted as they are written. Default: in the order in which they came to be. */
  readonly asWritten?: true;
  /** Whether it is planted once everybody is in their segments. Default: before. */
  readonly late?: true;
  /** What is kept of an item. @throws FixtureError for what makes no sense */
  readonly planned: (item: Item, place: Place, around: Around) => P;
  /** What puts a planned record there. @param planted the instant of the start */
  readonly changes: (
    account: Account,
    record: Dated<P & PlannedBase>,
    planted: number,
  ) => readonly Change[];
  /** What it does once all of them are there, such as to lead to others. */
  readonly after?: (
    account: Account,
    record: Dated<P & PlannedBase>,
    planted: number,
  ) => Slices<void>;
}

export const kind = <Item, P extends object>(of: Kind<Item, P>): Kind<Item, P> => of;

export const dated = { "id?": id(), "created?": instant() } as const;

/** Items are the attributes of the resource's own creation body, and written as that is. */
export const ofResource = <T extends ResourceTable>(
  resource: Resource<T>,
  of: Pick<Kind, "called" | "late" | "noun" | "says"> & { readonly ids: IdKind },
) =>
  kind({
    ...of,
    type: resource.type,
    shape: attributesIn(resource, "create", dated),
    planned: (item) => item,
    changes: (account, record) => [written(account, resource.type, record)],
  });

/** A record with its number, which nobody has changed since it was made. */
export const unchanged = <P extends Dated<PlannedBase>>(account: Account, record: P) => ({
  ...record,
  seq: account.nextSeq(),
  updated: record.created,
});

/** A record as the creation body of its type makes it. @param ends the ids that it leads to, by the members that hold them */
export function written(
  account: Account,
  type: string,
  { id: own, created, ...attributes }: Dated<PlannedBase>,
  ends: Readonly<Record<string, unknown>> = {},
): Change {
  const fixed = { id: own, seq: account.nextSeq(), created };
  return recordMade(wholeApi(), account, type, { attributes, ends }, fixed);
}
