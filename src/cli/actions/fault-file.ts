import { list } from "../../contract/shape.ts";
import { readInput } from "../../seeding/input/input-file.ts";
import { Source } from "../../seeding/fixture/source.ts";
import { faultShape } from "../../world/faults/kinds.ts";
import type { FaultInput } from "../../world/faults/types.ts";
import { type Path, shapeProblem } from "../../world/read-shape.ts";
import { Refusal } from "../process/control-refusal.ts";
import { Failure } from "../terminal/terminal.ts";
import { failureOfInput } from "../options/input-failure.ts";

const bytesMax = 1_000_000;

/** Reads one fault, or a list of them. @returns how to say where in the file a mistake is, too @throws Failure with it */
export async function readFaults(file: string) {
  const bytes = await readInput(file, bytesMax).catch((error: Error) => {
    throw new Failure(`${file}: ${error.message}`, 2);
  });
  try {
    const source = await Source.parse(bytes.toString(), file, "a fault, or a list of faults");
    const isList = Array.isArray(source.value);
    const problem = shapeProblem(isList ? list(faultShape, { min: 1 }) : faultShape, source.value);
    if (problem !== undefined)
      throw errorAt(source, problem.path, problem.message, problem.nearest);
    const faults = (isList ? source.value : [source.value]) as FaultInput[];
    const refused = (error: unknown) => {
      if (!(error instanceof Refusal) || !error.path.startsWith("faults[")) return error;
      const path = pathOf(error.path).slice(isList ? 1 : 2);
      return failureOfInput(errorAt(source, path, error.what, error.nearest));
    };
    return { faults, refused };
  } catch (error) {
    throw failureOfInput(error);
  }
}

/** `faults[1].sequence[0].status`, step by step. */
const pathOf = (text: string): Path =>
  [...text.matchAll(/\[(\d+)\]|\["([^"]*)"\]|([^.[\]]+)/g)].map(([, place, quoted, name]) =>
    place === undefined ? (quoted ?? name ?? "") : Number(place),
  );

const errorAt = (source: Source, path: Path, message: string, nearest: string | undefined) =>
  source.error(path, nearest === undefined ? message : `${message}; did you mean ${nearest}?`);
