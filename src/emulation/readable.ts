import { reasonOf } from "./disk-error.ts";
import { IrregularFile } from "./json-lines.ts";
import { ControlError } from "./problem.ts";

/** What the system says of a file, as an error of the import's. */
export async function* readable<T>(lines: AsyncGenerator<T>, path: string): AsyncGenerator<T> {
  try {
    yield* lines;
  } catch (error) {
    if (error instanceof ControlError) throw error;
    const what =
      error instanceof IrregularFile ? error.message : `cannot be read: ${reasonOf(error)}`;
    throw new ControlError(`${path} ${what}`, "folder");
  }
}
