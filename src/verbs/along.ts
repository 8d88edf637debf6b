import type { Operation } from "../contract/compile.ts";
import type { Bound } from "../jsonapi/conditions.ts";
import { type Api, answeredBy } from "./call.ts";
import { boundTo, planList } from "./plan-list.ts";

/**
 * The (filter, sort) pairs of a list, or of a relationship that is read as one, for which no index
 * serves both, so that a page's time grows with the data. Every other pair takes the same time
 * whatever the account holds.
 */
export function filteredAlong(api: Api, operation: Operation): string[] {
  const by = byOf(api, operation);
  if (operation.verb !== "list" && by === undefined) return [];
  const { resource, collection } = answeredBy(api, operation.answers);
  const always = by === undefined ? [] : [boundTo(resource, by, "")];
  const sorts = operation.abilities.sort.map(({ name }) => name);
  const found: string[] = [];
  for (const { name, operators } of operation.abilities.filter) {
    const field = resource.fields[name];
    if (field === undefined) continue;
    for (const sort of sorts.length > 0 ? sorts : [resource.defaultSort ?? ""]) {
      const operator = operators.find((each) => each !== "any") ?? "equals";
      const condition: Bound = { operator, name, field, values: [0] };
      const conditions = [...always, condition];
      const query = { conditions, sort: { name: sort, descending: false } };
      if (planList(resource, collection, query).filtersAlong) found.push(`${name}, sort=${sort}`);
    }
  }
  return found;
}

/** The field by which the records of a relationship are found as those of a list are. */
const byOf = (api: Api, { resource, relationship = "" }: Operation): string | undefined =>
  api.resources.get(resource)?.relationships[relationship]?.by;
