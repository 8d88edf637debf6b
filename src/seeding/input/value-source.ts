import { jsonProblem, type Path, textOfPath } from "../../world/read-shape.ts";
import { FixtureError } from "../fixture/error.ts";
import type { Written } from "./place.ts";
import { plainProblem } from "../plain.ts";

/** What is wrong with a fixture that is no file: a member in the place of a line. */
export class DocumentError extends FixtureError {
  /** The member at fault, such as `profiles[3].email`; empty: the whole. */
  readonly path: string;
  /** What is wrong with it. */
  readonly what: string;

  constructor(path: string, what: string) {
    super(path === "" ? "document" : path, undefined, what);
    this.path = path;
    this.what = what;
  }
}

/** A fixture that is a value: of a request's body, or of a test. */
export class ValueSource implements Written {
  readonly file = "document";
  /** As JSON has it: whatever becomes of the caller's. */
  readonly value: unknown;

  /** @throws DocumentError for what is more than plain data */
  constructor(value: unknown) {
    const problem = jsonProblem(value);
    if (problem !== undefined) throw this.error(problem.path, problem.message);
    this.value = JSON.parse(JSON.stringify(value));
    const odd = plainProblem(this.value);
    if (odd !== undefined) throw this.error(odd.path, odd.what);
  }

  error(path: Path, what: string): DocumentError {
    return new DocumentError(textOfPath(path), what);
  }

  whereIs(path: Path): string {
    return textOfPath(path);
  }
}
