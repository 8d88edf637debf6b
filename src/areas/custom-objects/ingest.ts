import type { IdentifierType } from "../../domain/grammar/source-mappings.ts";
import { recordId, objectLinkId } from "../../domain/objects/custom-objects.ts";
import { objectLinks, type ObjectLink } from "../../domain/objects/records.ts";
import { profileById, findProfile } from "../../domain/profiles/identity.ts";
import type { ObjectRecord, ObjectType } from "../../domain/resources/custom-object.ts";
import { objectRecords, objectSchemas, objectTypes } from "../../domain/resources/custom-object.ts";
import { profiles } from "../../domain/resources/profile.ts";
import type { Account } from "../../world/account.ts";
import { ulid } from "../../world/ids.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import type { Slices } from "../../world/time/slices.ts";
import { type Mistake, type Feed, type Plan, missing, objectOf, planOf } from "./mapping.ts";
import { saidBy, type FeedLink, idIn, valueAt } from "./mapping.ts";
import { type IngestionLog, type SourceRecord, ingestionLogs } from "./resources.ts";
import { objectDeletions, objectParts, sourceRecords, sourceMappings } from "./resources.ts";

const keptMs = 14 * 86_400_000;
/** @guess get_ingestion_log*_for_object_type: An account keeps its newest 100,000 ingestion logs. */
const logsMax = 100_000;

/** Of what is left of the logs of an account. */
export const expiry = "object-logs.expire";

/** A log of why a source record made no object. @param record the object's id, if it has one */
function logged(
  account: Account,
  type: string,
  record: string | null,
  errors: readonly Mistake[],
  now: number,
): Change {
  const log: IngestionLog = {
    id: ulid(account.dice("object ingestion log"), account.idInstant(now)),
    seq: account.nextSeq(),
    type,
    record,
    status: "error",
    event_type: "validation_error",
    timestamp: now,
    summary: errors.map(({ message }) => message).join(" "),
    errors,
  };
  return put(ingestionLogs, log);
}

/** Does what makes logs, and sees to it that they go in time. */
export function* logging(account: Account, act: () => Slices<void>): Slices<void> {
  const table = account.table(ingestionLogs);
  const before = table.size;
  yield* act();
  const over: Change[] = [];
  for (const { id } of table.scan(["timestamp"])) {
    if (table.size - over.length <= logsMax) break;
    over.push(drop(ingestionLogs, id));
  }
  if (over.length > 0) account.commit(over);
  if (before === 0) plan(account);
}

/** Drops the logs whose time is over, and comes again for the next. */
export function expire(account: Account, _: undefined, now: number): void {
  const high = { value: now - keptMs, inclusive: true };
  const over = [...account.table(ingestionLogs).scan(["timestamp"], { high })];
  account.commit(over.map(({ id }) => drop(ingestionLogs, id)));
  plan(account);
}

function plan(account: Account): void {
  const [oldest] = account.table(ingestionLogs).scan(["timestamp"]);
  // They are ordered by whole seconds.
  if (oldest !== undefined) account.later(expiry, undefined, oldest.timestamp + keptMs + 1000);
}

/** @guess *data_source_record*: An account keeps its newest 1,000,000 source records. */
const sourceRecordsMax = 1_000_000;

export interface Ingesting {
  readonly source: string;
  readonly records: readonly SourceRecord["record"][];
}

interface Fed {
  readonly type: string;
  readonly round: number;
  readonly plan: Plan;
  readonly feed: Feed;
}

/** Keeps what a data source was sent, and makes objects of it for every type that it feeds. */
export function* ingest(account: Account, { source, records }: Ingesting, now: number) {
  const feeds = [...account.table(objectTypes).all()]
    .flatMap((type) => feedsOf(account, type))
    .filter(({ feed }) => feed.source === source);
  yield* logging(account, function* () {
    for (const record of records) {
      const seq = account.nextSeq();
      // Their ids sort as they came.
      const id = String(seq).padStart(16, "0");
      const kept = { id, seq, source, received: now, record };
      account.commit([put(sourceRecords, kept)]);
      for (const fed of feeds) account.commit(made(account, fed, kept, now));
      yield;
    }
  });
  keepAtMost(account, sourceRecordsMax);
}

/** Drops the oldest source records. Objects that were made of them stay. */
export function keepAtMost(account: Account, count: number): void {
  const table = account.table(sourceRecords);
  const over: Change[] = [];
  for (const { id } of table.all()) {
    if (table.size - over.length <= count) break;
    over.push(drop(sourceRecords, id));
  }
  if (over.length > 0) account.commit(over);
}

/** What feeds a type: nothing, before its first schema is published. */
export function feedsOf(account: Account, { id: type, current, round = 0 }: ObjectType): Fed[] {
  const schema = account.table(objectSchemas).get(current ?? "");
  const mapping = account.table(sourceMappings).get(schema?.mapping ?? "");
  if (schema === undefined || mapping === undefined) return [];
  const plan = planOf(schema, mapping);
  return plan.feeds.map((feed) => ({ type, round, plan, feed }));
}

/** What a source record changes: the object that it is about, and what that is related to; or why not. */
export function made(account: Account, fed: Fed, from: SourceRecord, now: number): Change[] {
  const { type, round, plan, feed } = fed;
  const { id: externalId, values, mistakes } = saidBy(feed, plan, from.record);
  const id = externalId === undefined ? null : recordId(type, externalId);
  const deleted = id === null ? undefined : account.table(objectDeletions).get(id);
  if (deleted !== undefined && deleted.seq > from.seq) return [];
  if (id === null || mistakes.length > 0) return [logged(account, type, id, mistakes, now)];
  const changes = linked(account, { type, round, id }, feed, from);
  if (feed.properties.length === 0) return changes;
  let all = values;
  if (plan.joined) {
    const before = account.table(objectParts).get(id);
    const parts = { ...(before?.round === round && before.values), [feed.key]: values };
    changes.push(put(objectParts, { id, seq: from.seq, type, round, values: parts }));
    all = Object.assign({}, ...Object.values(parts));
  }
  const record_properties = objectOf(plan, all);
  const lacking = plan.required.filter((name) => !Object.hasOwn(record_properties, name));
  if (lacking.length > 0) return [...changes, logged(account, type, id, lacking.map(missing), now)];
  const old = account.table(objectRecords).get(id);
  const { seq, created } = old ?? { seq: account.nextSeq(), created: from.received };
  const record: ObjectRecord = { id, seq, type, created, record_properties, round };
  changes.push(put(objectRecords, record));
  return changes;
}

/**
 * What a source record says an object is related to. It takes the place of what the same data source said of
 * the relationship before, unless that is additive.
 */
function linked(
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
