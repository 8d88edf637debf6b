import { durationShape } from "../../time/duration.ts";
import { kind, readSpan, whyNothingWritten } from "../kind.ts";

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
