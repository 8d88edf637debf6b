import { literal } from "../../../contract/shape.ts";
import { kind } from "../kind.ts";

/** The statuses with which a proxy before the service answers in its place. */
export const edgeStatuses = [
  403, 429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527,
] as const;

export const edge = kind({
  name: "edge",
  shape: literal(...edgeStatuses),
  means:
    "Answer as a proxy before the service does: with this status and a page of HTML, and without the service's headers.",
  flag: "<status>",
  does: "Respond like a proxy before the service: 403, 429, 502 to 504 or 520 to 527, as HTML",
  step: "edge:502",
  makesSense(_, { given, fail }) {
    if (!given.includes("status")) return;
    throw fail("either the service answers or what is before it: leave out status", "edge");
  },
  leaves: { edge: "whole" },
  family: "refused",
  answer: (value, by) => by.edge(value),
});
