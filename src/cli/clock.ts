import type { ClockView } from "../control/clock.ts";
import { callControl, type ControlValues } from "./control-client.ts";
import { print } from "./print.ts";

export async function showClock(values: ControlValues): Promise<void> {
  printClock(values, await callControl<ClockView>(values, "GET", "clock"));
}

export async function setClock(
  to: { mode: string; at?: string },
  values: ControlValues,
): Promise<void> {
  printClock(values, await callControl<ClockView>(values, "PUT", "clock", to));
}

export async function advanceClock(by: string, values: ControlValues): Promise<void> {
  printClock(values, await callControl<ClockView>(values, "POST", "clock/advance", { by }));
}

/** A clock that runs already is left alone. */
export async function resumeClock(values: ControlValues): Promise<void> {
  const { mode, ms, now } = await callControl<ClockView>(values, "GET", "clock");
  if (mode !== "frozen") return printClock(values, { mode, ms, now });
  printClock(
    values,
    await callControl<ClockView>(values, "PUT", "clock", { mode: "offset", at: ms }),
  );
}

const modes: Readonly<Record<string, string>> = {
  real: "the machine's time",
  offset: "moved, running",
  frozen: "frozen",
};

function printClock({ json }: ControlValues, clock: ClockView): void {
  print(json, clock, ({ mode, now }) => `${now}  ${modes[mode] ?? mode}`);
}
