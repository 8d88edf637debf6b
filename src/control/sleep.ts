import type { Emulation } from "../emulation/emulation.ts";
import { secondsText } from "../report/figures.ts";
import { clockOf, told } from "./clock-view.ts";

/** Tells that the machine has slept: on the stream of each clock, and in one line where one has moved on. */
export function tellOfSleep(
  { lasting }: Emulation,
  ms: number,
  note: (message: string) => void,
): void {
  const own = [...lasting.everyAccount()].filter(({ hasOwnClock }) => hasOwnClock);
  const all = [undefined, ...own];
  for (const account of all) told(lasting, "slept", account);
  if (all.every((account) => clockOf(lasting, account).mode === "frozen")) return;
  note(`the machine slept for ${secondsText(ms / 1000)}: the clock moved on`);
}
