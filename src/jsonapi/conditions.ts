import { aritiesOf, operatorsText } from "../contract/abilities.ts";
import type { Operation } from "../contract/compile.ts";
import type { FilterAbility, Operator } from "../contract/operation.ts";
import { type Field, wordsOf } from "../contract/field.ts";
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

/** The abilities that exist in a revision. */
const alive = <A extends Life & { name: string }>(abilities: readonly A[], revision: Revision) =>
  abilities.filter((ability) => livesIn(ability, revision));

/** The names of the abilities that exist in a revision. */
export const namesIn = <A extends Life & { name: string }>(
  abilities: readonly A[],
  revision: Revision,
): string[] => alive(abilities, revision).map(({ name }) => name);

/** What a filter asks for, after every check against its row. */
export function readConditions(
  text: string | undefined,
  operation: Operation,
  answers: Resource,
  revision: Revision,
): readonly Bound[] | Refusal {
  if (text === undefined) return [];
  if (text.length > filterLengthMax)
    return invalidParameter("filter", `A filter has at most ${filterLengthMax} characters.`);
  try {
    const abilities = alive(operation.abilities.filter, revision);
    const written = parseFilter(text);
    requireTogether(written, abilities);
    return written.flatMap((condition): Bound[] => {
      const ability = abilities.find(({ name }) => name === condition.field);
      const field = answers.fields[condition.field];
      if (ability === undefined || field === undefined) {
        const known = abilities.map(({ name }) => name);
        const choice = { what: "filterable here", written: condition.field, known };
        throw new FilterError(`'${condition.field}' cannot be filtered by`, condition.at, choice);
      }
      if (!ability.operators.includes(condition.operator)) {
        const wrong = `'${condition.field}' does not take '${condition.operator}'`;
        const advice = `${wrong}: use ${operatorsText(ability, revision)}`;
        throw new FilterError(wrong, condition.at, advice);
      }
      requireArity(condition, aritiesOf(ability, condition.operator, revision));
      const values = condition.values.map((value) => readValue(value.text, field, condition));
      const operator = condition.arity === "list" ? "any" : condition.operator;
      const isOfAny = field.every !== undefined && values.includes(field.every);
      return isOfAny ? [] : [{ operator, name: condition.field, field, values }];
    });
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    const detail = `Invalid filter at character ${error.at}: ${error.message}.`;
    return invalidParameter("filter", detail, error.advice ?? writing(error, operation, revision));
  }
}

/** What is wrong with how a filter is written, and one that is written well. */
function writing(filterError: FilterError, of: Operation, revision: Revision): string {
  const { message, at } = filterError;
  const { abilities } = of;
  const [{ name = "id", operators: [operator = "equals"] = [] } = {}] = alive(
    abilities.filter,
    revision,
  );
  const example = operator === "any" ? `any(${name},["a","b"])` : `${operator}(${name},"a")`;
  return `filter, character ${at}: ${message}. Write it like ${operator === "has" ? `has(${name})` : example}`;
}

/** Some filters need another, and some bear no other. */
function requireTogether(written: readonly Condition[], abilities: readonly FilterAbility[]): void {
  const fields = new Set(written.map(({ field }) => field));
  for (const { field, at } of written) {
    const { needs, without } = abilities.find(({ name }) => name === field) ?? {};
    if (needs !== undefined && !fields.has(needs))
      throw new FilterError(`'${field}' needs '${needs}' beside it`, at);
    const rival = without?.find((name) => fields.has(name));
    if (rival !== undefined)
      throw new FilterError(`'${field}' and '${rival}' cannot stand in one filter`, at);
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
    if (text.trim() === "" || !Number.isSafeInteger(number))
      throw new FilterError(`'${name}' needs a whole number`, at);
    return number;
  }
  if (field.type === "unix") {
    const ms = Number(text) * 1000;
    if (text.trim() === "" || !Number.isFinite(ms))
      throw new FilterError(`'${name}' needs a number of seconds since 1970`, at);
    return ms;
  }
  const meant = field.aliases?.[text] ?? text;
  const known = wordsOf(field);
  if (known !== undefined && meant !== field.every && !field.values?.includes(meant)) {
    const choice = { what: `a value of ${name}`, written: text, known };
    throw new FilterError(`'${name}' is never '${text}'`, at, choice);
  }
  // A plus sign arrives as a space from clients that do not escape it.
  if (field.type === "phone") return meant.replace(/^ (?=\d)/, "+");
  return field.type === "email" ? meant.toLowerCase() : meant;
}
