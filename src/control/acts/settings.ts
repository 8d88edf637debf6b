import type { OperationId } from "../../contract/names.ts";
import { number, described, integer, literal, nullable, object } from "../../contract/shape.ts";
import { record, type Infer, type Shape } from "../../contract/shape.ts";
import type { Tier } from "../../contract/tiers.ts";
import type { Rates } from "../../domain/messages/fate.ts";
import type { AccountSettingsView } from "../../domain/types.ts";
import { act, columns, subject, theFirst, option } from "../act.ts";

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
const table = {
  rows: (settings: AccountSettingsView) =>
    Object.entries(settings).map(([name, value]) => [name, asText(value)]),
  columns: columns<[string, string]>("SETTING=0", "VALUE=1"),
};

/** JSON where it is some, else a word. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const settings = subject("settings", "Show and change what an account may", {
  show: act("GET /_emulator/settings", "show", {
    account: theFirst,
    help: "Show the settings of an account",
    ...table,
  }),
  set: act("PATCH /_emulator/settings", "set <name> <value>", {
    does: 'changes it: { "webhooks": "oauth-only" }',
    account: theFirst,
    help: "Change a setting of an account",
    takes: ["Name of the setting", "Its value: true, false, a word, or JSON"],
    sends: ({ name, value }) => ({ [String(name)]: valueOf(String(value)) }),
    ...table,
  }),
});

const nothing = "nothing to set: add --deliver, --bounce, --open, --click, --unsubscribe or --spam";
const rate = (help: string) => option("<rate>", help, number());
const shown = {
  rows: (rates: Rates) => Object.entries(rates),
  columns: columns<[string, number]>("RATE=0", "VALUE=1"),
};

export const rates = subject(
  "rates",
  "Show and set how many messages are delivered, opened, clicked",
  {
    show: act("GET /_emulator/rates", "show", {
      account: theFirst,
      help: "Show the rates of an account",
      ...shown,
    }),
    set: act("PUT /_emulator/rates", "set", {
      does: 'sets some of them: { "deliver": 1, "open": 1, "click": 0 }',
      account: theFirst,
      help: "Set some of the rates, each from 0 to 1",
      options: {
        deliver: rate("Deliver this part of the messages"),
        bounce: rate("Bounce this part of the messages"),
        open: rate("Open this part of the delivered messages"),
        click: rate("Click this part of the delivered messages"),
        unsubscribe: rate("Unsubscribe from this part of the delivered messages"),
        spam: rate("Mark this part of the delivered messages as spam"),
      },
      sends: (change) => (Object.keys(change).length === 0 ? nothing : change),
      ...shown,
    }),
  },
);

const windows = object({
  "burst?": integer({ min: 1 }),
  "steady?": integer({ min: 1 }),
  "day?": integer({ min: 1 }),
});

type WindowsBy<Name extends string> = { readonly [name in Name]?: Infer<typeof windows> | null };

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
