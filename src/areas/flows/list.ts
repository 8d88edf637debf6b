import { invalidParameter, type Refusal } from "../../jsonapi/refusal.ts";
import type { Call } from "../../verbs/call.ts";
import { list } from "../../verbs/list.ts";
import type { Page } from "../../verbs/outcome.ts";

/** A page of flows: of a span of time only in the order of that time, and never of what is to come (recorded). */
export function listed(call: Call): Page | Refusal {
  const { conditions, sort } = call.query;
  const dated = conditions.filter(({ field }) => field.type === "datetime");
  if (dated.some(({ values }) => values.some((at) => Number(at) > call.now))) {
    return invalidParameter("filter", "End date may not be in the future.");
  }
  const names = [...new Set(dated.map(({ name }) => name))];
  if (sort !== undefined && !sort.implied && names.length > 0 && !names.includes(sort.name)) {
    const detail = `A filter by ${names.join(" and ")} is sorted by ${names.join(" or ")} alone.`;
    return invalidParameter("sort", detail);
  }
  return list(call);
}
