import { invalidProblem, type Problem } from "../../jsonapi/refusal.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import type { ValueFilter } from "./kinds.ts";
import { patternOf } from "./text.ts";

/** What the shapes of the filters within something cannot say, wherever they stand. */
export function filterProblems(value: unknown, pointer: string): Problem[] {
  if (typeof value !== "object" || value === null) return [];
  const within = Object.entries(value).flatMap(([name, part]) =>
    filterProblems(part, `${pointer}/${name}`),
  );
  if (!("operator" in value)) return within;
  return [...within, ...filterProblem(value as ValueFilter, pointer)];
}

const whatIsTaken =
  "Regular expressions are those of RE2, which has no lookarounds and no backreferences.";

function filterProblem(filter: ValueFilter, pointer: string): Problem[] {
  switch (filter.operator) {
    case "regex":
    case "nregex": {
      const pattern = filter.value === null ? undefined : patternOf(filter.value);
      if (pattern === undefined || !("wrong" in pattern)) return [];
      const detail = `'${filter.value}' cannot be searched for in linear time: ${pattern.wrong}.`;
      return [invalidProblem(`${pointer}/value`, `${detail} ${whatIsTaken}`)];
    }
    case "between-static": {
      const [start = 0, end = 0] = [filter.start, filter.end].map((text) => parseDatetime(text));
      return start <= end ? [] : [invalidProblem(`${pointer}/end`, "It ends before it begins.")];
    }
    default:
      return [];
  }
}
