import type { OperationId, ServiceStatus } from "../contract/names.ts";
import {
  any,
  boolean,
  described,
  type Infer,
  integer,
  list,
  literal,
  number,
  object,
  oneOf,
  record,
  type Shape,
  string,
} from "../contract/shape.ts";
import { durationShape } from "./duration.ts";

const text = (description: string) => described(string({ minLength: 1 }), description);

/** What a fault does to one request (design, "Faults"). */
const outcomeMembers = {
  "status?": described(
    integer({ min: 200, max: 599 }),
    "Answer with this status, and the service's own error body.",
  ) as Shape<ServiceStatus | (number & Record<never, never>)>,
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
  "limit?": described(
    literal("burst", "steady"),
    "Fill this window for the caller, truly: the refusals last until it resets.",
  ),
} as const;

const outcomeShape = object(outcomeMembers);

/** What faults and expectations ask of a request, beside its operation, method and path. */
export const matchMembers = {
  "account?": text("A company id."),
  "key?": text("The name of a key."),
  "app?": text("The client id of an OAuth app."),
  "testId?": text("What the request header x-emulator-test-id says."),
  "revision?": text("The revision that the request asks for."),
  "email?": text("The email of a profile that the request is about."),
  "profileId?": text("The id of a profile that the request is about."),
  "header?": described(record(string()), "Request headers; * stands for anything."),
  "query?": described(record(string()), "Query parameters; * stands for anything."),
  "body?": described(
    record(any()),
    "Members of the JSON body, nested or as dotted paths; * stands for anything.",
  ),
} as const;

const match = object(matchMembers);

/** A fault as its author writes it: the same in the library, in JSON, in YAML and in the CLI. */
export const faultShape = object({
  "operation?": text("An operation id, or * for every request of the service.") as Shape<
    OperationId | "*"
  >,
  "area?": text("An area, such as events."),
  "method?": described(literal("GET", "POST", "PATCH", "DELETE", "PUT"), "A method."),
  "path?": text("A path without its query; * stands for anything."),
  "match?": described(match, "Only such requests: all that is given must hold."),
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
    "Keep refusing the same caller until its Retry-After is over, at no cost in times (the default for 429 with a number).",
  ),
  "force?": described(boolean(), "Allow a status that the service never gives."),
  ...outcomeMembers,
  "sequence?": described(
    list(oneOf(literal("pass"), outcomeShape), { min: 1, max: 100 }),
    "One outcome for each match, in place of a single one; pass lets it through.",
  ),
});

export type FaultInput = Infer<typeof faultShape>;
export type OutcomeInput = Infer<typeof outcomeShape>;
export type MatchInput = Infer<typeof match>;
