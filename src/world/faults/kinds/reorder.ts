import { integer } from "../../../contract/shape.ts";
import { kind } from "../kind.ts";

export const reorder = kind({
  name: "reorder",
  shape: integer({ min: 2, max: 100 }),
  means:
    "Of a delivery: it is held back until there are this many, and they are sent in reverse; after a minute without the others.",
  flag: "<number>",
  does: "Hold deliveries back until there are this many, and send them in reverse",
  step: "reorder:3",
  on: "delivery",
  makesSense(_, { given, fail }) {
    if (!given.includes("delay")) return;
    throw fail("reorder says itself when: leave out delay", "delay");
  },
});
