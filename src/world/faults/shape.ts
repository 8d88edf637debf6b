import type { OperationId, ServiceStatus } from "../../contract/names.ts";
import {
  any,
  boolean,
  described,
  integer,
  list,
  literal,
  number,
  object,
  oneOf,
  record,
  type Shape,
  string,
} from "../../contract/shape.ts";
import { durationShape } from "../time/duration.ts";
import { faultMatchShape } from "./match-shape.ts";

const text = (description: string) => described(string({ minLength: 1 }), description);

/** The statuses with which a proxy before the service answers in its place. @guess */
export const edgeStatuses = [
  403, 429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527,
] as const;

/** What a fault does to one request (design, "Faults"). */
const outcomeMembers = {
  "status?": described(
    integer({ min: 200, max: 599 }),
    "Answer with this status, and the service's own error body.",
  ) as Shape<ServiceStatus | (number & Record<never, never>)>,
  "edge?": described(
    literal(...edgeStatuses),
    "Answer as a proxy before the service does: with this status and a page of HTML, and without the service's headers.",
  ),
  "retryAfter?": described(
    oneOf(
      integer({ min: -86_400, max: 86_400 }),
      literal("computed", "none", "garbage"),
      object({ date: string({ minLength: 1 }) }),
    ),
    'Retry-After: whole seconds (also 0 or negative), "computed" (the end of the steady window), "none", "garbage", or { date } (an HTTP-date: an offset such as +2s or -1h, or a datetime).',
  ),
  "headers?": described(record(string()), "Headers added to the answer."),
  "body?": described(
    any(),
    "In place of the answer's body: a text as it is, anything else as JSON.",
  ),
  "delay?": described(
    oneOf(
      durationShape(),
      object({
        "uniform?": list(durationShape(), { min: 2, max: 2 }),
        "lognormal?": object({ median: durationShape(), sigma: number() }),
      }),
    ),
    "Wait before answering: a duration such as 250ms, { uniform: [100ms, 2s] } or { lognormal: { median: 200ms, sigma: 0.6 } }.",
  ),
  "connection?": described(
    literal("reset", "close", "close-after-head", "close-mid-body", "hang"),
    "What becomes of the connection: reset is RST, close is FIN, hang never answers.",
  ),
  "spoil?": described(
    literal("truncate", "malformed", "empty", "content-type", "garbage"),
    "What is wrong with the answer's body, although it arrives as a whole.",
  ),
  "pace?": described(
    object({ "over?": durationShape(), "bytesPerSecond?": number() }),
    "How slowly the body comes: { over: 5s } or { bytesPerSecond: 1000 }.",
  ),
  "page?": described(
    oneOf(
      literal("short", "empty", "repeat", "skip", "cycle", "expire"),
      object({ cap: integer({ min: 1 }) }),
    ),
    "What is wrong with a page of a list: short (fewer than there are), empty (and the next link goes on), repeat (its last record comes again), skip (a record comes on no page), cycle (the next link leads to the first page), expire (its cursor is refused), or { cap } (never more than that).",
  ),
  "ignore?": described(
    literal(true),
    "Answer a write with the success that it would have, and do nothing.",
  ),
  "late?": described(
    durationShape(),
    "Answer a write at once, and do it so much later; if what it touches has changed by then, it is dropped.",
  ),
  "stale?": described(durationShape(), "Answer a read with what there was so long ago."),
  "limit?": described(
    literal("burst", "steady"),
    "Fill this window for the caller, truly: the refusals last until it resets.",
  ),
  "drop?": described(literal(true), "Of a delivery: it is never sent."),
  "duplicate?": described(
    integer({ min: 2, max: 100 }),
    "Of a delivery: it is sent so many times in all, with the same external_ids.",
  ),
  "reorder?": described(
    integer({ min: 2, max: 100 }),
    "Of a delivery: it is held back until there are so many, and they are sent in reverse; after a minute without the others.",
  ),
  "signature?": described(
    literal("wrong", "missing"),
    "Of a delivery: its signature is not that of its bytes, or is left out.",
  ),
  "timestamp?": durationShape(
    "Of a delivery: its time stamps are so far off, such as -10m; it is signed with them.",
  ),
  "batch?": described(
    integer({ min: 1, max: 1000 }),
    "Of a delivery: it is split into calls of so many events.",
  ),
} as const;

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
  "skip?": described(integer({ min: 0 }), "Let this many matches pass first."),
  "times?": described(
    oneOf(integer({ min: 1 }), literal("always")),
    "Then act this often (default 1); of a sequence: whole passes.",
  ),
  "every?": described(integer({ min: 1 }), "Act on each match of this number."),
  "probability?": described(number(), "From 0 to 1, drawn anew for every match."),
  "between?": described(
    list(string(), { min: 2, max: 2 }),
    "Only between two clock times: datetimes, or offsets from planning such as +5s.",
  ),
  "ttl?": durationShape("Stop for good after this long."),
  "where?": described(
    literal("before", "after"),
    "before: nothing has happened. after: it is done, and the answer of a success is spoilt.",
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
