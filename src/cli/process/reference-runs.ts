import type { Readable } from "node:stream";
import type { Emulator } from "../../emulator.ts";
import type { Reference } from "../../report/reference.ts";
import { Failure, tell } from "../terminal/terminal.ts";
import type { Output } from "./child.ts";
import { linesOf } from "./lines.ts";

/**
 * Runs a command twice without faults; what it prints is not shown.
 *
 * @param run runs it once. @returns its exit code
 * @param why what they are for, before a line about them
 * @throws Failure if it fails without faults, too: then there is nothing to compare with
 */
export async function referenceRuns(
  emulator: Emulator,
  run: (output: Output) => Promise<number>,
  { quiet = false, why = "--compare" }: { readonly quiet?: boolean; readonly why?: string },
): Promise<Reference> {
  let runs = 0;
  return emulator.reference(async () => {
    runs += 1;
    if (!quiet) tell(`${why}: run ${runs} of 2 without faults`);
    let output: readonly string[] = [];
    const exitCode = await run(async (stdout: Readable) => {
      output = await linesOf(stdout);
    });
    if (exitCode === 0) return output.join("\n");
    const what = `the command failed without faults (exit code ${exitCode})`;
    const fix =
      why === "--compare"
        ? "Run it without --compare to see what it prints."
        : "Make it pass first: run it with exec";
    throw new Failure(`${why}: ${what}. ${fix}`, 2);
  });
}
