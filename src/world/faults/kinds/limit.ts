import { literal } from "../../../contract/shape.ts";
import { kind, requireAlone } from "../kind.ts";

export const limit = kind({
  name: "limit",
  shape: literal("burst", "steady"),
  means: "Fill this window for the caller, truly: the refusals last until it resets.",
  flag: "<window>",
  does: "Use up the caller's burst or steady window",
  makesSense(_, written) {
    requireAlone("limit", written, "limit goes with no");
    if (written.where !== "after") return;
    throw written.fail("a limit refuses before anything is done", "where");
  },
  whyNot: (row, area) =>
    (row?.unlimited ?? area === "oauth") ? "is never limited: there is no window" : undefined,
  injected: (value) => `limit ${value}`,
  leaves: { "limit burst": "limited", "limit steady": "limited" },
  family: "refused",
  effort: (value) => (value === "steady" ? 60_000 : 1000),
});
