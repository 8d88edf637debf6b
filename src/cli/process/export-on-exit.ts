import { resolve } from "node:path";
import { ControlError } from "../../emulation/problem.ts";
import { Failure } from "../terminal/terminal.ts";

/** A folder that cannot be written at the end is told at the start. @throws Failure in one line */
export async function requireExportable(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  const control = await import("../../emulation/export.ts");
  try {
    control.requireExportable(resolve(folder));
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    throw new Failure(notExported(error), 2);
  }
}

/** Why a state was not written, without the name that its folder has in the library. */
export const notExported = (error: unknown): string => {
  const why = error instanceof ControlError ? error.reason : (error as Error).message;
  return `--export-on-exit: ${why}`;
};
