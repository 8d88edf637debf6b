import { integer, literal, object, oneOf } from "../../../contract/shape.ts";
import { durationShape } from "../../time/duration.ts";
import { kind, numberIn, ofData, whyNothingWritten, readSpan, isReading } from "../kind.ts";

const names = ["short", "empty", "repeat", "skip", "cycle", "expire"] as const;

export const page = kind({
  name: "page",
  shape: oneOf(literal(...names), object({ cap: integer({ min: 1 }) })),
  means:
    "What is wrong with a page of a list: short (fewer than there are), empty (and the next link goes on), repeat (its last record comes again), skip (a record comes on no page), cycle (the next link leads to the first page), expire (its cursor is refused), or { cap } (never more than that).",
  flag: "<how>",
  does: "Break the pages of a list: short, empty, repeat, skip, cycle, expire or cap:5",
  step: "page:short",
  /** A word, or `cap:5` for the most that a page has. */
  fromText(text) {
    const [, most] = /^cap:(.+)$/s.exec(text) ?? [];
    return most === undefined ? text : { cap: numberIn(most) };
  },
  on: "meaning",
  whyNot: ofData(({ method, abilities }) =>
    method === "GET" && abilities.paging.length > 0 ? undefined : "has no pages",
  ),
  injected: (value) => `page ${typeof value === "object" ? "cap" : value}`,
  leaves: Object.fromEntries([...names, "cap"].map((name) => [`page ${name}`, "whole"])),
  silent: ["page skip"],
  matters: (value, doing) => doing.pageMatters(value),
  other: (value, others) => others.page(value),
});

export const ignore = kind({
  name: "ignore",
  shape: literal(true),
  means: "Answer a write with the success that it would have, and do nothing.",
  does: "Respond to a write with its success, and write nothing",
  step: "ignore",
  on: "meaning",
  whyNot: whyNothingWritten,
  leaves: { ignore: "untrue" },
  matters: (_, { writes }) => writes,
  other: (_, others) => others.withheld(),
});

export const late = kind({
  name: "late",
  shape: durationShape(),
  means:
    "Answer a write at once, and do it so much later; if what it touches has changed by then, it is dropped.",
  flag: "<duration>",
  does: "Respond to a write at once, and write this much later",
  step: "late:5s",
  says: "late by",
  on: "meaning",
  takesTime: true,
  whyNot: whyNothingWritten,
  read: readSpan("late"),
  leaves: { late: "untrue" },
  matters: (_, { writes }) => writes,
  other: (ms, others) => others.withheld(ms),
});

export const stale = kind({
  name: "stale",
  shape: durationShape(),
  means: "Answer a read with what there was so long ago.",
  flag: "<duration>",
  does: "Respond to a read with the data of this long ago",
  step: "stale:5s",
  says: "stale by",
  on: "meaning",
  whyNot: ofData((row) => (isReading(row) ? undefined : "reads nothing")),
  read: readSpan("stale"),
  pastMs: (ms) => ms,
  leaves: { stale: "untrue" },
  matters: (ms, doing) => !doing.writes && doing.knows(ms),
  other: (ms, others) => others.old(ms),
});

/** Jobs that count what has failed. */
const counting = /^(profile-bulk-import|catalog-\w+-bulk-\w+|coupon-code-bulk-create)-job$/;

export const failures = kind({
  name: "failures",
  shape: integer({ min: 1, max: 10_000 }),
  means:
    "Let this many of the first records of the job fail that the request starts: they are in its failed_count, and among its errors.",
  flag: "<number>",
  does: "Let this many records of the job fail that the request starts",
  step: "failures:1",
  on: "meaning",
  whyNot: ofData(({ method, resource = "" }) =>
    method === "POST" && counting.test(resource) ? undefined : "starts no job that counts failures",
  ),
  injected: () => "failed records",
  leaves: { "failed records": "whole" },
  samples: [1],
  matters: (_, { writes }) => writes,
  other: (count, others) => others.failing(count),
});
