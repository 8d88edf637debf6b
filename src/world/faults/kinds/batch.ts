import { integer } from "../../../contract/shape.ts";
import { kind } from "../kind.ts";

export const batch = kind({
  name: "batch",
  shape: integer({ min: 1, max: 1000 }),
  means: "Of a delivery: it is split into calls of this many events.",
  flag: "<number>",
  does: "Split the delivery into calls of this many events",
  step: "batch:1",
  on: "delivery",
});
