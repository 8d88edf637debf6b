import { operatorsByArity, operatorsText } from "../abilities.ts";
import type { Operation } from "../compile.ts";
import type { FilterAbility } from "../operation.ts";
import { type Field, wordsOf } from "../field.ts";
import type { JsonSchema } from "../schema.ts";
import type { Making } from "./resources.ts";
import { query } from "./components.ts";

export function filterParameter(
  { contract, revision }: Making,
  { answers, abilities: { required } }: Operation,
  filters: readonly FilterAbility[],
): JsonSchema {
  const fields = contract.resources.get(answers)?.fields ?? {};
  const lines = filters.map((ability) => {
    const { name, needs, without } = ability;
    const notes = [
      ...(needs === undefined ? [] : [`only beside ${needs}`]),
      ...(without === undefined ? [] : [`not beside ${without.join(", ")}`]),
    ];
    const note = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
    return `- \`${name}\`: ${operatorsText(ability, revision)}${note}`;
  });
  const how = 'Conditions such as `equals(field,"value")`, with commas between or in `and(…)`:';
  const told = filters.map((ability) => {
    const operators = operatorsByArity(ability, revision);
    const value = valueOf(fields[ability.name]);
    return [ability.name, { operators, ...(value && { value }) }];
  });
  return {
    ...query("filter", [how, "", ...lines].join("\n"), { type: "string" }),
    ...(required.includes("filter") && { required: true }),
    "x-filter": Object.fromEntries(told),
  };
}

/** What a filter compares with; nothing is known of it where nothing is built. */
function valueOf(field: Field | undefined): JsonSchema | undefined {
  if (field === undefined || field.type === "relationship") return undefined;
  const { type } = field;
  if (type === "datetime") return { type: "string", format: "date-time" };
  if (type === "unix") return { type: "number" };
  if (type === "integer" || type === "boolean") return { type };
  const words = wordsOf(field);
  return { type: "string", ...(words && { enum: words }) };
}
