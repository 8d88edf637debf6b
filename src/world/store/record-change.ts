import type { Stored } from "./record.ts";
import type { Collection } from "./store.ts";

export interface RecordChange {
  readonly collection: string;
  readonly id: string;
  readonly change: "created" | "updated" | "deleted";
  /** Written by the service itself about what was asked for, such as the event of a list join. */
  readonly ofService?: true;
}

export interface CreatedRecord {
  readonly of: Collection;
  readonly record: Stored;
  /** Whether its client said when it happened. */
  readonly dated: boolean;
  /** Of a job, which does not say what it is about: what its request says. */
  readonly about?: string;
}

/** Whether a record stands for work that a request has asked for. */
export const isJob = ({ of }: CreatedRecord): boolean => of.name.endsWith("-job");

/** What became of one record, as its account knows it. */
export interface CommittedChange extends RecordChange {
  /** Of one that was created, and not by the service itself. */
  readonly created?: CreatedRecord;
}

/** A record that was taken out, or replaced in a collection that says so (`remembered`), as it was. */
export type RemovedRecord = { readonly collection: string; readonly record: Stored };

/** What a request created, without what the service writes about it, which doubles nothing. */
export const createdByRequest = <W extends RecordChange>(written: readonly W[]): readonly W[] =>
  written.filter(({ change, ofService }) => change === "created" && !ofService);

/** Tells of an id whether its record was created. @param from what was written before is not looked at */
export function newAmong(written: readonly RecordChange[], from: number): (id: string) => boolean {
  let firsts: Map<string, RecordChange["change"]> | undefined;
  return (id) => {
    // Of several changes of one record, the first tells: the last one that is put into a map stays.
    firsts ??= new Map(
      written
        .slice(from)
        .reverse()
        .map(({ id: each, change }) => [each, change]),
    );
    return firsts.get(id) === "created";
  };
}

type Values = Readonly<Record<string, unknown>>;

/** In place of what nobody is shown. */
const hidden = "…";

/** A record as it may be told of: without the values of its secret members. */
export function shownRecord<R extends Stored>(of: Pick<Collection, "secret">, record: R): R {
  const { secret = [] } = of;
  const held = secret.filter((name) => (record as Values)[name] != null);
  if (held.length === 0) return record;
  return { ...record, ...Object.fromEntries(held.map((name) => [name, hidden])) };
}

/** By what a record is known: the first natural key that is set. @returns its members; undefined: none is */
export function naturalKey(of: Pick<Collection, "natural">, record: Stored): Values | undefined {
  const { natural = [] } = of;
  const values = record as unknown as Values;
  const key = natural
    .map((names) => [names].flat())
    .find((names) => names.every((name) => values[name] != null));
  return key && Object.fromEntries(key.map((name) => [name, values[name]]));
}
