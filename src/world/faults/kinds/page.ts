import { integer, literal, object, oneOf } from "../../../contract/shape.ts";
import { kind, numberIn, ofData } from "../kind.ts";

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
