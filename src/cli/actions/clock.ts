import { truncated } from "../terminal/texts.ts";
import { errorWidth, terminal, print } from "../terminal/terminal.ts";
import type { ClockView } from "../../control/clock-view.ts";
import { within } from "../../world/time/deadline.ts";
import { formatDuration } from "../../world/time/duration.ts";
import { callControl, type ControlValues, narrowed } from "../process/control-client.ts";

/** So long nobody wonders, and so often it changes what is seen, in milliseconds. */
const stepMs = 300;

/** Waits, and shows on a terminal how far it is: a line on stderr, which is gone at the end. */
async function watched<T>(done: Promise<T>, read: () => Promise<string>): Promise<T> {
  const columns = errorWidth();
  if (columns === undefined) return done;
  const { err } = terminal();
  const isOver = done.catch(() => {});
  let isShown = false;
  while (!(await within(stepMs, isOver))) {
    const text = await read().catch(() => undefined);
    if (text === undefined) break;
    err(`\r\u001B[K${truncated(text, columns - 1)}`);
    isShown = true;
  }
  await isOver;
  if (isShown) err("\r\u001B[K");
  return done;
}

interface ClockValues extends ControlValues {
  readonly account?: string;
}

const pathOf = ({ account }: ClockValues, rest = ""): string =>
  narrowed(`clock${rest}`, { account });

async function advanceClock(by: string, values: ClockValues): Promise<void> {
  const advanced = callControl<ClockView>(values, "POST", pathOf(values, "/advance"), { by });
  // It stops for the receivers of webhooks, which take their time, and for much that is due.
  const read = async () => {
    const { now } = await callControl<ClockView>(values, "GET", pathOf(values));
    return `${now}: running what is due, waiting for webhooks`;
  };
  const own = terminal();
  const interrupt = () => {
    // As shells have it: 128, and the number of the signal.
    own.exitCode = 130;
    // An emulator that is gone has ended it, too.
    void callControl(values, "POST", pathOf(values, "/halt"), {}).catch(() => {});
  };
  process.once("SIGINT", interrupt);
  try {
    print(values.json, await (values.json ? advanced : watched(advanced, read)), textOf);
  } finally {
    process.off("SIGINT", interrupt);
  }
}

function textOf({ mode, now, factor, aheadMs, shared }: ClockView): string {
  const way = aheadMs > 0 ? "ahead of" : "behind";
  const back = mode === "real" ? ", whose date was set back" : "";
  const far = `${formatDuration(Math.abs(aheadMs))} ${way} the machine${back}`;
  return [
    `${now}  ${modeOf(mode, factor)}`,
    ...(Math.abs(aheadMs) < 1000 ? [] : [far]),
    ...(shared === undefined ? [] : [shared ? "the emulator's clock" : "a clock of its own"]),
  ].join(", ");
}

function modeOf(mode: ClockView["mode"], factor: number): string {
  if (mode === "real") return "the machine's time";
  if (mode === "offset") return "running";
  return mode === "frozen" ? "frozen" : `running ${factor} times as fast`;
}

/** Each of them prints the clock as it is then. */
const commands = ["show", "set", "freeze", "resume", "accelerate", "real", "share"];
export const says = Object.fromEntries(commands.map((name) => [name, textOf]));
export const does = { advance: advanceClock };
