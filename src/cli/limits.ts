import { parseLimitMode, type viewLimits } from "../control/limits.ts";
import { callControl, type ControlValues } from "./control-client.ts";
import { Failure } from "./failure.ts";
import { print } from "./print.ts";
import { screenWidth } from "./screen.ts";
import { tableOf } from "./table.ts";

type Limits = ReturnType<typeof viewLimits>;

export async function showLimits(values: ControlValues): Promise<void> {
  print(values.json, await callControl<Limits>(values, "GET", "limits"), textOf);
}

export async function setLimits(text: string, values: ControlValues): Promise<void> {
  const mode = parseLimitMode(text);
  if (mode === undefined) throw new Failure(`mode: expected real, off, or x10, not '${text}'`, 2);
  const body = typeof mode === "number" ? { mode: "scaled", factor: mode } : { mode };
  print(values.json, await callControl<Limits>(values, "PUT", "limits", body), modeOf);
}

function textOf(limits: Limits): string {
  const counters = limits.accounts.flatMap(({ account, counters: all }) =>
    all.map((each) => ({ account, ...each })),
  );
  if (counters.length === 0) return `${modeOf(limits)} No counter is in use.`;
  const table = tableOf(
    [
      { head: "COUNTER", cell: ({ name }) => name, elastic: true },
      { head: "WINDOW", cell: ({ window }) => window },
      { head: "USED", cell: ({ used }) => String(used) },
      { head: "OF", cell: ({ limit }) => String(limit) },
      { head: "RESETS IN", cell: ({ resetSeconds }) => `${resetSeconds} s` },
      { head: "ACCOUNT", cell: ({ account }) => account, optional: true },
    ],
    counters,
    screenWidth(),
  );
  return `${modeOf(limits)}\n\n${table}`;
}

function modeOf({ mode, factor }: Limits): string {
  if (mode === "scaled") return `Rate limits are ${factor} times the service's.`;
  return mode === "off" ? "Rate limits are off." : "Rate limits are as the service has them.";
}
