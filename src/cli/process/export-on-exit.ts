import { resolve } from "node:path";
import { ControlError } from "../../emulation/problem.ts";
import { Failure } from "../terminal/failure.ts";

/** A folder that cannot be written at the end is told at the start. @throws Failure in one line */
export async function requireExportable(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  const control = await import("../../emulation/export.ts");
  try {
    control.requireExportable(resolve(folder));
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    throw new Failure(`--export-on-exit: ${error.message}`, 2);
  }
}
