import type { FixtureError } from "./fixture-error.ts";
import type { Path } from "../world/read-shape.ts";

/** A text that somebody wrote, and that knows its lines. */
export interface Written {
  /** How errors name it. */
  readonly file: string;
  error(path: Path, what: string): FixtureError;
  /** The line on which a member begins. */
  lineOf(path: Path): number;
}

/** Something in a fixture file, and where it stands. */
export class Place {
  readonly source: Written;
  readonly path: Path;

  constructor(source: Written, path: Path) {
    this.source = source;
    this.path = path;
  }

  at(...steps: (string | number)[]): Place {
    return new Place(this.source, [...this.path, ...steps]);
  }

  /** An error here: thrown by the caller, so that the compiler sees that nothing follows. */
  error(what: string): FixtureError {
    return this.source.error(this.path, what);
  }

  /** `fixtures/mine.yaml:12`, to point at from elsewhere. */
  toString(): string {
    return `${this.source.file}:${this.source.lineOf(this.path)}`;
  }
}
