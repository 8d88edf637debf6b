import { integer } from "../../../contract/shape.ts";
import { kind } from "../kind.ts";

export const duplicate = kind({
  name: "duplicate",
  shape: integer({ min: 2, max: 100 }),
  means: "Of a delivery: it is sent this many times in all, with the same external_ids.",
  flag: "<number>",
  does: "Send the delivery this many times in all",
  step: "duplicate:2",
  on: "delivery",
});
