import { literal } from "../../../contract/shape.ts";
import { kind } from "../kind.ts";

export const signature = kind({
  name: "signature",
  shape: literal("wrong", "missing"),
  means: "Of a delivery: its signature is not that of its bytes, or is left out.",
  flag: "<how>",
  does: "Send a delivery whose signature is wrong or missing",
  step: "signature:wrong",
  on: "delivery",
});
