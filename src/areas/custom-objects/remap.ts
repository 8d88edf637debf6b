import { atOnce } from "../../world/time/slices.ts";
import { objectLinks } from "../../domain/objects/records.ts";
import { type ObjectType, objectRecords } from "../../domain/resources/custom-object.ts";
import { objectTypes } from "../../domain/resources/custom-object.ts";
import type { Account } from "../../world/account.ts";
import type { Scalar, Stored } from "../../world/store/record.ts";
import { type Change, type Collection, drop, put } from "../../world/store/store.ts";
import { objectParts, type SourceRecord, sourceRecords, ingestionLogs } from "./resources.ts";
import { feedsOf, made, logging } from "./ingest.ts";

/** How many records one step takes: a millisecond or two. */
const stepMax = 100;

export interface Remapping {
  readonly type: string;
  readonly round: number;
  /** What was sent later has been told of already, where it is wrong. */
  readonly begun: number;
  /** The source records up to here are done; null: all are. */
  readonly mapped: number | null;
  /** What is left of the rounds before goes then: one kind after the other, as far as this. */
  readonly kind: number;
  readonly after?: { readonly value: Scalar; readonly seq: number } | undefined;
}

/** The work of beginning with it, and of going on: a step each. */
export const remapWork = "object-remap";
export const remapStep = "object-remap-on";

/** Plans to make the objects of a type anew of all source records that are kept, in steps of its own. Each keeps its place on the pages. */
export function remap(account: Account, id: string, now: number): void {
  const type = account.table(objectTypes).get(id);
  if (type === undefined) return;
  const round = (type.round ?? 0) + 1;
  account.commit([put(objectTypes, { ...type, round })]);
  const all: Remapping = { type: id, round, begun: account.nextSeq(), mapped: 0, kind: 0 };
  account.later(remapWork, all, now);
}

/** Takes a step of it, and plans the next. A type that is mapped anew once more meanwhile does without the rest. */
export function remapOn(account: Account, remapping: Remapping, now: number): void {
  const type = account.table(objectTypes).get(remapping.type);
  if (type?.round !== remapping.round) return;
  let left: Remapping | undefined = remapping;
  for (let room = stepMax; left !== undefined;) {
    if (room <= 0) return account.later(remapStep, left, now);
    const step: Step =
      left.mapped === null ? swept(account, left, room) : mapped(account, type, left, room, now);
    room -= step.done;
    left = step.left;
  }
}

type Step = { readonly done: number; readonly left: Remapping | undefined };

function mapped(account: Account, type: ObjectType, left: Remapping, room: number, now: number) {
  const feeds = feedsOf(account, type);
  const sources = [...new Set(feeds.map(({ feed }) => feed.source))];
  const next = sources
    .flatMap((source) => nextOf(account, source, left.mapped ?? 0, room))
    .sort((a, b) => a.seq - b.seq)
    .slice(0, room);
  atOnce(
    logging(account, function* () {
      for (const record of next) {
        for (const fed of feeds) {
          if (fed.feed.source !== record.source) continue;
          const changes = made(account, fed, record, now);
          account.commit(record.seq > left.begun ? changes.filter(isNoLog) : changes);
        }
        yield;
      }
    }),
  );
  const last = next.length < room ? undefined : next.at(-1);
  return { done: next.length, left: { ...left, mapped: last?.seq ?? null } };
}

const isNoLog = ({ collection }: Change): boolean => collection.name !== ingestionLogs.name;

function nextOf(account: Account, source: string, seq: number, most: number): SourceRecord[] {
  const range = { prefix: [source], after: { value: source, seq } };
  return upTo(most, account.table(sourceRecords).scan(["source"], range));
}

function upTo<T>(most: number, items: Iterable<T>): T[] {
  const found: T[] = [];
  for (const item of items) {
    found.push(item);
    if (found.length >= most) break;
  }
  return found;
}

type Rounded = Stored & { readonly round?: number | undefined };

/** What has rounds, with the order in which a type's are gone over. */
const rounded = [
  { of: objectRecords, index: ["object-type.id", "created"], by: "created" },
  { of: objectParts, index: ["type", "id"], by: "id" },
  { of: objectLinks, index: ["type", "id"], by: "id" },
] as const;

/** Drops what is not of this round among the next records of a kind. */
function swept(account: Account, left: Remapping, room: number): Step {
  const kind = rounded[left.kind];
  if (kind === undefined) return { done: 0, left: undefined };
  const { of, index, by } = kind;
  const table = account.table(of as unknown as Collection<Rounded>);
  const next = upTo(room, table.scan(index, { prefix: [left.type], after: left.after }));
  const old = next.filter(({ round }) => round !== left.round);
  account.commit(old.map(({ id }) => drop(of as never, id)));
  const last = next.length < room ? undefined : next.at(-1);
  if (last === undefined) {
    return { done: next.length, left: { ...left, kind: left.kind + 1, after: undefined } };
  }
  const value = (last as unknown as Readonly<Record<string, Scalar>>)[by] ?? null;
  return { done: next.length, left: { ...left, after: { value, seq: last.seq } } };
}
