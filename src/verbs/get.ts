import { invalid, noSuchRecord, Refusal, refused } from "../jsonapi/refusal.ts";
import type { Stored } from "../world/store/record.ts";
import { answeredBy, type Invocation } from "./invocation.ts";
import { type Outcome, theOne } from "./outcome.ts";

/** The record that the path names. Another account's ids are as unknown as any. */
export function recordOf({ account, api, operation, params }: Invocation): Stored | Refusal {
  const { resource, collection } = answeredBy(api, operation.resource);
  const [id = ""] = params;
  const found = account.table(collection).get(id);
  if (found !== undefined) return found;
  const { type, ids, idPattern, idPlace = "/data/id" } = resource;
  return (ids?.includes(id) ?? true) && (idPattern?.test(id) ?? true)
    ? noSuchRecord(type, id)
    : invalid(idPlace, `'${id}' is not a valid ${type} id.`);
}

/** One record by its id. */
export function get(call: Invocation): Outcome {
  const record = recordOf(call);
  return refused(record) ? record : theOne(record);
}
