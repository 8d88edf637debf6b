import type { Slices } from "../../world/time/slices.ts";
import type { Account } from "../../world/account.ts";
import { ulid } from "../../world/ids.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import type { Mistake } from "./mapping.ts";
import { type IngestionLog, ingestionLogs } from "./resources.ts";

/** How long a log is kept. */
const keptMs = 14 * 86_400_000;
/** @guess get_ingestion_log*_for_object_type: An account keeps its newest 100,000 ingestion logs. */
const logsMax = 100_000;

/** Of what is left of the logs of an account. */
export const expiry = "object-logs.expire";

/** A log of why a source record made no object. @param record the object's id, if it has one */
export function logged(
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
