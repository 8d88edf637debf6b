import type { FixtureError } from "../fixture/error.ts";
import type { Language, Path } from "../../world/read-shape.ts";

/** What somebody wrote, and that knows where in it something stands. */
export interface Written {
  /** How errors name it. */
  readonly file: string;
  /** In whose words errors speak. Default: YAML. */
  readonly language?: Language;
  /** @param nearest what an unknown member was most likely meant to be */
  error(path: Path, what: string, nearest?: string): FixtureError;
  /** Where a member begins, to point at from elsewhere: `fixtures/mine.yaml:12`. */
  whereIs(path: Path): string;
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
    return this.source.whereIs(this.path);
  }
}
