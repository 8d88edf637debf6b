import { aritiesOf, operatorsText } from "../contract/arity.ts";
import type { Operation } from "../contract/compile.ts";
import type { FilterAbility, Operator } from "../contract/operation.ts";
import type { Field } from "../contract/field.ts";
import type { Resource } from "../contract/resource.ts";
import { type Life, livesIn, type Revision } from "../contract/revisions.ts";
import { type Condition, FilterError, parseFilter, requireArity } from "./filter.ts";
import { invalidParameter, type Refusal } from "./refusal.ts";
import { parseDatetime } from "./time.ts";

/** A condition whose field and values have been checked against the row. `any` has a list. */
export interface Bound {
  readonly operator: Operator;
  readonly name: string;
  readonly field: Field;
  readonly values: readonly (string | number | boolean)[];
}

/** The longest filter that is read, in characters. */
export const filterLengthMax = 8000;

/** Nothing is known of the values that an unbuilt row is filtered by. */
const anyField: Field = { type: "string" };

/** The abilities that exist in a revision. */
export const alive = <A extends Life & { name: string }>(
  abilities: readonly A[],
  revision: Revision,
) => abilities.filter((ability) => livesIn(ability, revision));

/** Abilities as a hint names them. */
export const names = (entries: readonly { name: string }[]) =>
  entries.map(({ name }) => name).join(", ") || "nothing";

export const filterableHint = ({ abilities }: Operation, revision: Revision): string =>
  `filterable here: ${names(alive(abilities.filter, revision))}`;

/** What a filter asks for, after every check against its row. */
export function readConditions(
  text: string | undefined,
  operation: Operation,
  answers: Resource,
  revision: Revision,
): readonly Bound[] | Refusal {
  if (text === undefined) return [];
  if (text.length > filterLengthMax) {
    return invalidParameter("filter", `A filter has at most ${filterLengthMax} characters.`);
  }
  try {
    const abilities = alive(operation.abilities.filter, revision);
    const written = parseFilter(text);
    requireTogether(written, abilities);
    return written.map((condition): Bound => {
      const ability = abilities.find(({ name }) => name === condition.field);
      const field = answers.fields[condition.field] ?? anyField;
      if (ability === undefined) {
        const hint = filterableHint(operation, revision);
        throw new Hinted(`'${condition.field}' cannot be filtered by`, condition.at, hint);
      }
      if (!ability.operators.includes(condition.operator)) {
        const hint = `${condition.field} takes ${operatorsText(ability, revision)}`;
        const what = `'${condition.field}' does not take '${condition.operator}'`;
        throw new Hinted(what, condition.at, hint);
      }
      requireArity(condition, aritiesOf(ability, condition.operator, revision));
      const values = condition.values.map((value) => readValue(value.text, field, condition));
      const operator = condition.arity === "list" ? "any" : condition.operator;
      return { operator, name: condition.field, field, values };
    });
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    const detail = `Invalid filter at character ${error.at}: ${error.message}.`;
    return invalidParameter("filter", detail, error instanceof Hinted ? error.hint : undefined);
  }
}

/** Some filters need another, and some bear no other. */
function requireTogether(written: readonly Condition[], abilities: readonly FilterAbility[]): void {
  const fields = new Set(written.map(({ field }) => field));
  for (const { field, at } of written) {
    const { needs, without } = abilities.find(({ name }) => name === field) ?? {};
    if (needs !== undefined && !fields.has(needs)) {
      throw new FilterError(`'${field}' needs '${needs}' beside it`, at);
    }
    const rival = without?.find((name) => fields.has(name));
    if (rival !== undefined) {
      throw new FilterError(`'${field}' and '${rival}' cannot stand in one filter`, at);
    }
  }
}

class Hinted extends FilterError {
  readonly hint: string;
  constructor(message: string, at: number, hint: string) {
    super(message, at);
    this.hint = hint;
  }
}

function readValue(text: string, field: Field, { at, field: name }: Condition) {
  if (field.type === "datetime") {
    const ms = parseDatetime(text);
    if (ms === undefined) throw new FilterError(`'${name}' needs an ISO 8601 datetime`, at);
    return ms;
  }
  if (field.type === "boolean") {
    if (text !== "true" && text !== "false")
      throw new FilterError(`'${name}' is true or false`, at);
    return text === "true";
  }
  if (field.type === "integer") {
    const number = Number(text);
    if (text.trim() === "" || !Number.isSafeInteger(number)) {
      throw new FilterError(`'${name}' needs a whole number`, at);
    }
    return number;
  }
  if (field.type === "unix") {
    const ms = Number(text) * 1000;
    if (text.trim() === "" || !Number.isFinite(ms)) {
      throw new FilterError(`'${name}' needs a number of seconds since 1970`, at);
    }
    return ms;
  }
  const meant = field.aliases?.[text] ?? text;
  if (field.values !== undefined && !field.values.includes(meant)) {
    const known = [...field.values, ...Object.keys(field.aliases ?? {})].join(", ");
    throw new Hinted(`'${name}' is never '${text}'`, at, `one of ${known}`);
  }
  // A plus sign arrives as a space from clients that do not escape it.
  if (field.type === "phone") return meant.replace(/^ (?=\d)/, "+");
  return field.type === "email" ? meant.toLowerCase() : meant;
}
