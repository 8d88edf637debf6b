import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Kind } from "../../src/world/faults/kind.ts";
import { kinds, silentWords } from "../../src/world/faults/kinds.ts";
import { isDurationShape } from "../../src/world/time/duration.ts";

const root = join(import.meta.dirname, "../..");

const begins =
  "// Printed by the program, checked by a test: UPDATE_FAULTS=1 npx vitest run test/faults/printed";

const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const injected = kinds.flatMap(({ leaves }) => Object.keys(leaves ?? {}));
/** What the value of an option is checked for. */
function takenBy({ shape, takes }: Kind): string | undefined {
  if (takes !== undefined) return takes;
  if (shape.kind === "record") return "pairs";
  if (isDurationShape(shape)) return "duration";
  const isNumber = shape.kind === "literal" && typeof shape.values[0] === "number";
  return shape.kind === "integer" || isNumber ? "number" : undefined;
}

const options = kinds.map((kind) => {
  const name = flagOf(kind.name);
  return [kind.flag === undefined ? name : `${name} ${kind.flag}`, kind.does, takenBy(kind)];
});
const chosen = kinds.filter(({ beside, along, takesTime }) => !beside && (!along || takesTime));
const besides = new Map<string, string[]>();
for (const { name, beside = [] } of kinds) {
  for (const kind of beside) besides.set(kind, [...(besides.get(kind) ?? []), name]);
}

const json = (value: unknown): string => JSON.stringify(value);

/** What is read where the table of kinds is not loaded: by types, by a start, by the page in a browser. */
const files: Readonly<Record<string, readonly string[]>> = {
  "world/faults/injected": [
    "/** What a fault did to a request, as the journal names it: in the words of the fault's author. */",
    "// oxfmt-ignore",
    "export type Injected =",
    ...injected.map(
      (word, index) => `  | ${json(word)}${index === injected.length - 1 ? ";" : ""}`,
    ),
  ],
  "cli/commands/fault-options": [
    "/** What a fault does, as options: the flag, its sentence, and what its value is checked for. */",
    "// oxfmt-ignore",
    "export const outcomeOptions = [",
    ...options.map(
      (option) => `  [${option.flatMap((each) => (each ? json(each) : [])).join(", ")}],`,
    ),
    "] as const;",
    "",
    "/** The kinds that take part in explorations only if they are asked for. */",
    `export const silentFaults = ${json(silentWords.join(", "))};`,
  ],
  "inspector/views/faults/outcomes": [
    "/** What a fault does: one of these. */",
    "// oxfmt-ignore",
    `export const outcomes: readonly string[] = ${json(chosen.map(({ name }) => name))};`,
    "",
    "/** What is said beside it. */",
    "// oxfmt-ignore",
    "export const besides: Readonly<Record<string, readonly string[]>> = {",
    ...[...besides].map(([name, members]) => `  ${name}: [${members.map(json).join(", ")}],`),
    "};",
  ],
};

it.each(Object.entries(files))("%s is what the table of kinds says", (name, lines) => {
  const file = join(root, `src/${name}.ts`);
  const wanted = [begins, "", ...lines, ""].join("\n");
  // UPDATE_FAULTS=1 writes what would otherwise be missed.
  if (process.env["UPDATE_FAULTS"] === "1") writeFileSync(file, wanted);
  else expect(readFileSync(file, "utf8")).toBe(wanted);
});
