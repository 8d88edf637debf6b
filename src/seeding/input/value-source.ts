import { jsonProblem, type Path, textOfPath } from "../../world/read-shape.ts";
import type { Slices } from "../../world/time/slices.ts";
import { FixtureError } from "../fixture/error.ts";
import type { Written } from "./place.ts";
import { plainProblem } from "../plain.ts";

/** What is wrong with a fixture that is no file: a member in the place of a line. */
export class DocumentError extends FixtureError {
  /** The member at fault, such as `profiles[3].email`; empty: the whole. */
  readonly path: string;
  /** What is wrong with it. */
  readonly what: string;
  /** What an unknown member was most likely meant to be. */
  readonly nearest: string | undefined;

  constructor(path: string, what: string, nearest?: string) {
    super(path === "" ? "document" : path, undefined, what);
    this.path = path;
    this.what = what;
    this.nearest = nearest;
  }
}

/** A fixture that is a value: of a request's body, or of a test. */
export class ValueSource implements Written {
  readonly file = "document";
  readonly language = "JSON";
  /** As JSON has it: whatever becomes of the caller's. */
  readonly value: unknown;

  private constructor(value: unknown) {
    this.value = value;
  }

  /** @throws DocumentError for what is more than plain data */
  static *read(value: unknown): Slices<ValueSource> {
    if (!isMapping(value)) return new ValueSource(copied(value, []));
    const members: [name: string, member: unknown][] = [];
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      if (!Array.isArray(member)) {
        members.push([name, copied(member, [name])]);
        continue;
      }
      const items: unknown[] = [];
      for (const [index, item] of member.entries()) {
        items.push(copied(item, [name, index]));
        yield;
      }
      members.push([name, items]);
    }
    return new ValueSource(Object.fromEntries(members));
  }

  error(path: Path, what: string, nearest?: string): DocumentError {
    return new DocumentError(textOfPath(path), what, nearest);
  }

  whereIs(path: Path): string {
    return textOfPath(path);
  }
}

const isMapping = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const errorAt = (path: Path, what: string) => new DocumentError(textOfPath(path), what);

/** As JSON has it. */
function copied(value: unknown, path: Path): unknown {
  const problem = jsonProblem(value, path);
  if (problem !== undefined) throw errorAt(problem.path, problem.message);
  const copy: unknown = JSON.parse(JSON.stringify(value));
  const odd = plainProblem(copy, path);
  if (odd !== undefined) throw errorAt(odd.path, odd.what);
  return copy;
}
