import type { OperationId } from "../../contract/names.ts";
import { described, type Shape, boolean, count, integer, list } from "../../contract/shape.ts";
import { literal, number, object, oneOf, string, text } from "../../contract/shape.ts";
import { durationShape } from "../time/duration.ts";
import type { Kind } from "./kind.ts";
import { body, headers, spoil } from "./kinds/answers.ts";
import { connection, idle } from "./kinds/connection.ts";
import { batch, drop, duplicate, reorder, signature, timestamp } from "./kinds/deliveries.ts";
import { failures, ignore, late, page, stale } from "./kinds/meanings.ts";
import { edge, limit, retryAfter, status } from "./kinds/refusals.ts";
import { delay, pace } from "./kinds/waits.ts";
import { faultMatchShape } from "./match.ts";

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
const outcomeMembers = Object.fromEntries(
  listed.map(({ name, shape, means }) => [`${name}?`, described(shape as Shape, means)]),
) as { readonly [K in Listed as `${K["name"]}?`]: K["shape"] };

/** What a fault does to one request or delivery, known to make sense. */
export type FaultOutcome = {
  readonly [K in Listed as K["name"]]?: K extends Kind<infer _Name, infer _Input, infer Value>
    ? NonNullable<Value>
    : never;
};

export const outcomeShape = object(outcomeMembers);

/** A fault as its author writes it: the same in the library, in JSON, in YAML and in the CLI. */
export const faultShape = object({
  "operation?": text("An operation id, or * for every request of the service.") as Shape<
    OperationId | "*"
  >,
  "area?": text("An area, such as events."),
  "method?": described(literal("GET", "POST", "PATCH", "DELETE", "PUT"), "A method."),
  "path?": text("A path without its query; * stands for anything."),
  "delivery?": text(
    "In place of operation: calls of webhooks with an event of this topic, such as event:api.*; * stands for anything.",
  ),
  "match?": described(
    faultMatchShape,
    "Only such requests or deliveries: all that is given must hold.",
  ),
  "skip?": count("Let this many matches pass first."),
  "times?": described(
    oneOf(integer({ min: 1 }), literal("always")),
    "Then act this often (default 1); of a sequence: whole passes.",
  ),
  "every?": described(integer({ min: 1 }), "Act on each match of this number."),
  "probability?": described(number(), "From 0 to 1, drawn again for every match."),
  "between?": described(
    list(string(), { min: 2, max: 2 }),
    "Only between two clock times: datetimes, or offsets from planning such as +5s.",
  ),
  "ttl?": durationShape("Stop for good after this long."),
  "where?": described(
    literal("before", "after"),
    "before: nothing has happened. after: it is done, and the response of a success is corrupted.",
  ),
  "hold?": described(
    boolean(),
    "Keep refusing the same caller until its Retry-After is over, at no cost in times (the default for 429 with a number or a date).",
  ),
  "force?": described(boolean(), "Allow a status that the service never gives."),
  "optional?": described(
    boolean(),
    "No check fails because nothing met it, such as --all-faults-met or a scenario.",
  ),
  ...outcomeMembers,
  "sequence?": described(
    list(oneOf(literal("pass"), outcomeShape), { min: 1, max: 100 }),
    "One outcome for each match, in place of a single one; pass lets it through.",
  ),
});
