import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createApi } from "../src/areas/index.ts";
import { serviceStatuses } from "../src/jsonapi/standard-refusal.ts";
import { pluralOf } from "../src/emulation/plural.ts";

const file = join(import.meta.dirname, "../src/contract/names.ts");

/** A union of so many names, in lines of no more than a screen's width. */
function unionOf(names: Iterable<string>): string {
  const lines = [" "];
  for (const name of new Set(names)) {
    const part = ` | "${name}"`;
    if (`${lines.at(-1)}${part}`.length > 100) lines.push(" ");
    lines.push(`${lines.pop()}${part}`);
  }
  return `${lines.join("\n")};`;
}

function printed(): string {
  const { targets, collections } = createApi();
  const plurals = [...collections.keys()].map(pluralOf).sort();
  return `// Printed by the program, checked by a test: UPDATE_NAMES=1 npx vitest run test/names

/** The ids of all operations, OAuth's too, as an editor completes them. */
// oxfmt-ignore
export type OperationId =
${unionOf([...targets.keys()].sort())}

/** What the emulator holds records of. */
// oxfmt-ignore
export type CollectionName =
${unionOf(plurals)}

/** What the service itself refuses with. */
// oxfmt-ignore
export type ServiceStatus = ${serviceStatuses.join(" | ")};

/** A name that is known, so that an editor completes it, or any other, which is refused when it is read. */
export type Known<Name extends string> = Name | (string & Record<never, never>);
`;
}

it("the names that editors complete are those that there are", () => {
  // UPDATE_NAMES=1 writes what would otherwise be missed.
  if (process.env["UPDATE_NAMES"] === "1") writeFileSync(file, printed());
  else expect(readFileSync(file, "utf8")).toBe(printed());
});
