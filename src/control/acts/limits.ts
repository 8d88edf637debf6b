import type { OperationId } from "../../contract/names.ts";
import { described, integer, literal, nullable, number, object } from "../../contract/shape.ts";
import { record, type Infer, type Shape } from "../../contract/shape.ts";
import type { Tier } from "../../contract/tiers.ts";
import { act, option, subject } from "../act.ts";

const windows = object({
  "burst?": integer({ min: 1 }),
  "steady?": integer({ min: 1 }),
  "day?": integer({ min: 1 }),
});

type Override = Infer<typeof windows> | null;
type WindowsBy<Name extends string> = { readonly [name in Name]?: Override };

export const limitsShape = object({
  "mode?": literal("real", "off", "scaled"),
  "factor?": number(),
  "operations?": described(
    record(nullable(windows)),
    "By operation id; null: as published.",
  ) as Shape<WindowsBy<OperationId>>,
  "tiers?": described(record(nullable(windows)), "By tier; null: as published.") as Shape<
    WindowsBy<Tier>
  >,
});

const requests = (per: string) =>
  option("<number>", `Allow this many requests per ${per}`, number(), "number");

export const limits = subject("limits", "Show and set the rate limits", {
  show: act("GET /_emulator/limits", "show", {
    help: "Show the counters in use, and when each would be full",
  }),
  set: act("PUT /_emulator/limits", "set <what>", {
    does: 'sets { "mode"?: "real" | "off" | "scaled", "factor"?, "operations"?: { "create_event": { "burst", "steady" } }, "tiers"? }',
    body: limitsShape,
    help: "Set all rate limits, or those of one operation or tier",
    takes: ["real, off, a multiple such as x10, an operation id, or a tier"],
    options: {
      burst: requests("second"),
      steady: requests("minute"),
      day: requests("day"),
      default: option("", "Restore the published limits"),
    },
  }),
});
