import type { ClockView } from "../../control/clock-view.ts";
import { formatDuration } from "../../world/time/duration.ts";
import { callControl, type ControlValues, narrowed } from "../process/control-client.ts";
import { Failure } from "../terminal/failure.ts";
import { print } from "../terminal/print.ts";
import { terminal } from "../terminal/terminal.ts";
import { watched } from "../terminal/watched.ts";

/** What every command of the clock was told: perhaps whose. */
interface ClockValues extends ControlValues {
  readonly account?: string;
}

const pathOf = ({ account }: ClockValues, rest = ""): string =>
  narrowed(`clock${rest}`, { account });

export async function showClock(values: ClockValues): Promise<void> {
  printClock(values, await callControl<ClockView>(values, "GET", pathOf(values)));
}

export async function setClock(
  to: { mode?: string; at?: string; factor?: number },
  values: ClockValues,
): Promise<void> {
  printClock(values, await callControl<ClockView>(values, "PUT", pathOf(values), to));
}

/** `x60`, `×60` or `60`. */
export async function accelerateClock(text: string, values: ClockValues): Promise<void> {
  const factor = Number(/^[x×]?(\d+(?:\.\d+)?)$/.exec(text)?.[1]);
  if (!(factor > 0)) throw new Failure(`factor: expected x60 or such, not '${text}'`, 2);
  await setClock({ mode: "accelerated", factor }, values);
}

export async function advanceClock(by: string, values: ClockValues): Promise<void> {
  const advanced = callControl<ClockView>(values, "POST", pathOf(values, "/advance"), { by });
  // It stops for the receivers of webhooks, which take their time, and for much that is due.
  const read = async () => {
    const { now } = await callControl<ClockView>(values, "GET", pathOf(values));
    return `${now}: running what is due, waiting for webhooks`;
  };
  const own = terminal();
  const interrupt = () => {
    own.exitCode = interruptedCode;
    // An emulator that is gone has ended it, too.
    void callControl(values, "POST", pathOf(values, "/halt"), {}).catch(() => {});
  };
  process.once("SIGINT", interrupt);
  try {
    printClock(values, await (values.json ? advanced : watched(advanced, read)));
  } finally {
    process.off("SIGINT", interrupt);
  }
}

/** As shells have it: 128, and the number of the signal. */
const interruptedCode = 130;

export async function resumeClock(values: ClockValues): Promise<void> {
  const path = pathOf(values, "/resume");
  printClock(values, await callControl<ClockView>(values, "POST", path, {}));
}

/** Less than this is nobody's business. */
const aheadMsMin = 1000;

function printClock({ json }: ControlValues, clock: ClockView): void {
  print(json, clock, ({ mode, now, factor, aheadMs, shared }) =>
    [
      `${now}  ${modeOf(mode, factor)}`,
      ...(Math.abs(aheadMs) < aheadMsMin
        ? []
        : [
            `${formatDuration(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead of" : "behind"} the machine${mode === "real" ? ", whose date was set back" : ""}`,
          ]),
      ...(shared === undefined ? [] : [shared ? "the emulator's clock" : "a clock of its own"]),
    ].join(", "),
  );
}

function modeOf(mode: ClockView["mode"], factor: number): string {
  if (mode === "real") return "the machine's time";
  if (mode === "offset") return "running";
  return mode === "frozen" ? "frozen" : `running ${factor} times as fast`;
}
