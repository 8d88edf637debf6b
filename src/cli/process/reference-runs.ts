import type { Emulator } from "../../emulator.ts";
import type { Reference } from "../../report/reference.ts";
import { Failure, tell } from "../terminal/failure.ts";

/**
 * Runs a command twice without faults, for `--compare`; what it prints is not shown.
 *
 * @param run runs it once. @returns its exit code
 * @throws Failure if it fails without faults, too: then there is nothing to compare with
 */
export async function referenceRuns(
  emulator: Emulator,
  run: (output: "none") => Promise<number>,
  { quiet = false }: { readonly quiet?: boolean },
): Promise<Reference> {
  let runs = 0;
  return emulator.reference(async () => {
    runs += 1;
    if (!quiet) tell(`--compare: run ${runs} of 2 without faults`);
    const exitCode = await run("none");
    if (exitCode === 0) return;
    const why = `the command failed without faults (exit code ${exitCode})`;
    throw new Failure(`--compare: ${why}. Run it without --compare to see what it prints.`, 2);
  });
}
