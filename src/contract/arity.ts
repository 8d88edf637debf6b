import type { FilterAbility, Operator } from "./operation.ts";
import { livesIn, type Revision } from "./revisions.ts";

/** How many values an operator takes: `has(profile)`, `equals(id,"a")`, `any(id,["a","b"])`. */
export type Arity = "none" | "single" | "list";

const none = ["none"] as const;
const single = ["single"] as const;
const list = ["list"] as const;
const either = ["single", "list"] as const;

export function aritiesOf(
  { lists }: Pick<FilterAbility, "lists">,
  operator: Operator,
  revision: Revision,
): readonly Arity[] {
  if (operator === "has") return none;
  if (operator === "any" || operator.startsWith("contains-")) return list;
  return operator === "equals" && lists && livesIn(lists, revision) ? either : single;
}

export function operatorsByArity(
  ability: FilterAbility,
  revision: Revision,
): Readonly<Partial<Record<Arity, readonly Operator[]>>> {
  const found: Partial<Record<Arity, Operator[]>> = {};
  for (const operator of ability.operators) {
    for (const arity of aritiesOf(ability, operator, revision)) {
      (found[arity] ??= []).push(operator);
    }
  }
  return found;
}

/** The same for people: `any [...], equals, equals [...]`. */
export const operatorsText = (ability: FilterAbility, revision: Revision): string =>
  ability.operators
    .flatMap((operator) =>
      aritiesOf(ability, operator, revision).map((arity) =>
        arity === "list" ? `${operator} [...]` : operator,
      ),
    )
    .join(", ");
