/** The lists that are served from an index, derived from the rows: what the bench asks for. */

/** @typedef {import("./inside.ts").Inside} Inside */
/** @typedef {string | number | boolean | null} Scalar */

/**
 * One (filter, sort) pair of a list row.
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {string} operation
 * @property {string} sort
 * @property {string | undefined} field filtered by; undefined: no filter
 * @property {string} operator
 */

/** Every pair that an index serves. @param {Inside} inside @param {string} id @returns {Case[]} */
export function casesOf(inside, id) {
  const { filter, sort, filtersAlong } = inside.operation(id);
  const sorts = sort.filter((name) => inside.valuesOf(id, name).size > 0);
  const bare = sorts.flatMap((name) =>
    [name, `-${name}`].map((each) => caseOf(id, undefined, "", each)),
  );
  const filtered = Object.entries(filter).flatMap(([field, { single: [operator] = [] }]) =>
    operator === undefined || inside.valuesOf(id, field).size === 0
      ? []
      : sorts
          .filter((name) => !filtersAlong.includes(`${field}, sort=${name}`))
          .map((name) => caseOf(id, field, operator, name)),
  );
  return [...bare, ...filtered];
}

/** @param {string} operation @param {string | undefined} field @param {string} operator @param {string} sort @returns {Case} */
const caseOf = (operation, field, operator, sort) => ({
  name: `${field === undefined ? "no filter" : `${operator} ${field}`}, sort=${sort}`,
  operation,
  sort,
  field,
  operator,
});

/**
 * A value to filter by, such that about `wanted` records have it; of an ordered field, the value
 * in the middle.
 *
 * @param {Inside} inside
 * @param {Case} of
 * @param {number | undefined} wanted undefined: the value that most have
 * @returns {{ text: string, count: number }}
 */
export function valueFor(inside, { operation, field = "", operator }, wanted) {
  const values = inside.valuesOf(operation, field);
  if (operator !== "equals") {
    const sorted = [...values.keys()].toSorted((a, b) => (Number(a) < Number(b) ? -1 : 1));
    const middle = sorted[Math.floor(sorted.length / 2)] ?? null;
    return { text: textOf(inside, operation, field, middle), count: Number.POSITIVE_INFINITY };
  }
  const distance = (/** @type {number} */ count) =>
    wanted === undefined ? -count : Math.abs(count - wanted);
  const [[value, count] = [null, 0]] = [...values].toSorted(
    (a, b) => distance(a[1]) - distance(b[1]),
  );
  return { text: textOf(inside, operation, field, value), count };
}

/** @param {Inside} inside @param {string} operation @param {string} field @param {Scalar} value */
const textOf = (inside, operation, field, value) =>
  inside.typeOf(operation, field) === "datetime"
    ? new Date(Number(value)).toISOString()
    : `"${String(value).replaceAll(/["\\]/g, "\\$&")}"`;

/** The request's path and query, without a page. @param {Inside} inside @param {Case} of @param {string} text */
export function targetOf(inside, { operation, sort, field, operator }, text) {
  const filter =
    field === undefined ? "" : `&filter=${encodeURIComponent(`${operator}(${field},${text})`)}`;
  return `${inside.operation(operation).path}?sort=${sort}${filter}`;
}
