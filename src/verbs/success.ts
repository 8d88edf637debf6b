import { livesIn } from "../contract/revisions.ts";
import type { Stored } from "../world/record.ts";
import type { Call } from "./call.ts";
import { empty, type Outcome, theOne } from "./outcome.ts";

/** The success that the row has in the request's revision: with the record, or without a body. */
export function asRowSays({ operation, revision }: Call, record: Stored): Outcome {
  const success = operation.success.find((each) => livesIn(each, revision));
  if (success === undefined) throw new Error(`${operation.id} has no success in ${revision}`);
  return success.empty ? empty(success.status) : theOne(record, success.status);
}
