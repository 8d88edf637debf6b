import { aritiesOf, operatorsText } from "../contract/abilities.ts";
import type { FilterAbility, Operator } from "../contract/operation.ts";
import { type Field, wordsOf } from "../contract/field.ts";
import type { Resource } from "../contract/resource.ts";
import { type Life, livesIn, type Revision } from "../contract/revisions.ts";
import { type Condition, FilterError, parseFilter, requireArity } from "./filter.ts";
import type { QueryInput } from "./parameters.ts";
import { invalidParameter, type Refusal } from "./refusal.ts";
import { parseDatetime } from "./time.ts";

/** A condition whose field and values have been checked against the row. `any` has a list. */
export interface Bound {
  readonly operator: Operator;
  readonly name: string;
  readonly field: Field;
  readonly values: readonly (string | number | boolean)[];
}

export const filterLengthMax = 8000;

const alive = <A extends Life>(abilities: readonly A[], revision: Revision) =>
  abilities.filter((ability) => livesIn(ability, revision));

export const namesIn = (abilities: readonly (Life & { name: string })[], revision: Revision) =>
  alive(abilities, revision).map(({ name }) => name);

export function readConditions(asked: QueryInput, answers: Resource): readonly Bound[] | Refusal {
  const { parameters, operation, revision } = asked;
  const text = parameters.get("filter");
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
    return invalidParameter("filter", detail, error.advice ?? writing(error, asked));
  }
}

/** What is wrong with how a filter is written, and one that is written well. */
function writing({ message, at }: FilterError, { operation, revision }: QueryInput): string {
  const [first] = alive(operation.abilities.filter, revision);
  const { name = "id", operators: [operator = "equals"] = [] } = first ?? {};
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
  const wrong = (why: string) => new FilterError(`'${name}' ${why}`, at);
  const number = text.trim() === "" ? NaN : Number(text);
  if (field.type === "datetime") {
    const ms = parseDatetime(text);
    if (ms !== undefined) return ms;
    throw wrong("needs an ISO 8601 datetime");
  }
  if (field.type === "boolean") {
    if (text === "true" || text === "false") return text === "true";
    throw wrong("is true or false");
  }
  if (field.type === "integer") {
    if (Number.isSafeInteger(number)) return number;
    throw wrong("needs a whole number");
  }
  if (field.type === "unix") {
    if (Number.isFinite(number * 1000)) return number * 1000;
    throw wrong("needs a number of seconds since 1970");
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
