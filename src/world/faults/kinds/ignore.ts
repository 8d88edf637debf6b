import { literal } from "../../../contract/shape.ts";
import { kind, whyNothingWritten } from "../kind.ts";

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
