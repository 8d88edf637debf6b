import { described, type Shape } from "../../contract/shape.ts";
import type { Kind } from "./kind.ts";
import { batch } from "./kinds/batch.ts";
import { body } from "./kinds/body.ts";
import { connection } from "./kinds/connection.ts";
import { delay } from "./kinds/delay.ts";
import { drop } from "./kinds/drop.ts";
import { duplicate } from "./kinds/duplicate.ts";
import { edge } from "./kinds/edge.ts";
import { failures } from "./kinds/failures.ts";
import { headers } from "./kinds/headers.ts";
import { idle } from "./kinds/idle-close.ts";
import { ignore } from "./kinds/ignore.ts";
import { late } from "./kinds/late.ts";
import { limit } from "./kinds/limit.ts";
import { pace } from "./kinds/pace.ts";
import { page } from "./kinds/page.ts";
import { reorder } from "./kinds/reorder.ts";
import { retryAfter } from "./kinds/retry-after.ts";
import { signature } from "./kinds/signature.ts";
import { spoil } from "./kinds/spoil.ts";
import { stale } from "./kinds/stale.ts";
import { status } from "./kinds/status.ts";
import { timestamp } from "./kinds/timestamp.ts";

// What dresses an answer does so in this order.
const listed = [
  status,
  edge,
  retryAfter,
  body,
  headers,
  delay,
  connection,
  idle,
  spoil,
  pace,
  page,
  ignore,
  late,
  stale,
  failures,
  limit,
  drop,
  duplicate,
  reorder,
  signature,
  timestamp,
  batch,
] as const;

type Listed = (typeof listed)[number];

export const kinds: readonly Kind[] = listed;

/** What no client could notice, in the words of the journal. */
export const silentWords: readonly string[] = kinds.flatMap(
  ({ leaves = {}, silent }) =>
    silent ?? Object.keys(leaves).filter((word) => leaves[word] === "untrue"),
);

/** The members of an outcome, by which its type is inferred. */
export const outcomeMembers = Object.fromEntries(
  listed.map(({ name, shape, means }) => [`${name}?`, described(shape as Shape, means)]),
) as { readonly [K in Listed as `${K["name"]}?`]: K["shape"] };

/** What a fault does to one request or delivery, known to make sense. */
export type FaultOutcome = {
  readonly [K in Listed as K["name"]]?: K extends Kind<infer _Name, infer _Input, infer Value>
    ? NonNullable<Value>
    : never;
};
