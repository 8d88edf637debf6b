import { onTestFinished, vi } from "vitest";
import { ClientTime } from "../../src/world/time/client-time.ts";
import { machine, MachineTime } from "../../src/world/time/machine-time.ts";

/** The time of a client of another machine than this one. */
export const timeBy = (now: () => number, aheadMs = () => 0): ClientTime =>
  new ClientTime(new MachineTime({ now, aheadMs }));

/** Has this machine sleep, or its date set, as often as a test wants: to the emulator, nobody else notices. */
export function movableMachine(): { sleep: (ms: number) => void; setBack: (ms: number) => void } {
  let aheadMs = 0;
  const moved = vi.spyOn(machine, "aheadMs").mockImplementation(() => aheadMs);
  onTestFinished(() => moved.mockRestore());
  return { sleep: (ms) => (aheadMs += ms), setBack: (ms) => (aheadMs -= ms) };
}
