import { literal } from "../../../contract/shape.ts";
import { kind } from "../kind.ts";

export const drop = kind({
  name: "drop",
  shape: literal(true),
  means: "Of a delivery: it is never sent.",
  does: "Never send the delivery",
  step: "drop",
  on: "delivery",
  ends: true,
  makesSense(_, { given, fail }) {
    const others = given.filter((name) => name !== "drop").join(", ");
    if (others !== "") throw fail(`what is dropped is never sent: leave out ${others}`, "drop");
  },
});
