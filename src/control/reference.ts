import type { Emulation } from "../emulation/emulation.ts";
import type { Attempt } from "../report/calls/attempt.ts";
import type { Reference } from "../report/reference.ts";

/**
 * Runs a client twice where nothing goes wrong, each time from the present state, which it puts back: without faults
 * and limits, and without a trace in journal, log or data folder.
 *
 * @returns what the client asks then, by which a report card tells its retries from its calls
 */
export async function referenceOf(emulation: Emulation, run: () => unknown): Promise<Reference> {
  const report = await import("../report/reference.ts");
  const first = await asked(emulation, run);
  return report.referenceOf(first, await asked(emulation, run));
}

async function asked(emulation: Emulation, run: () => unknown): Promise<Attempt[]> {
  const { Observed } = await import("../report/observed.ts");
  return emulation.aside(async ({ journal }) => {
    const observed = new Observed(journal);
    try {
      await run();
      return observed.attempts();
    } finally {
      observed.stop();
    }
  });
}
