import { durationShape } from "../../time/duration.ts";
import { kind, readSpan, isReading, ofData } from "../kind.ts";

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
