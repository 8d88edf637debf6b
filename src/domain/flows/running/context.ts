import type { Account } from "../../../world/account.ts";
import { events } from "../../resources/event.ts";
import type { FlowRun } from "../records.ts";

/**
 * What templates read of what began a run, as `event`: the properties of an event, or what is known of an item of the
 * catalog. @guess: the latter
 */
export function causeContext(
  account: Account,
  { cause }: FlowRun,
): Readonly<Record<string, unknown>> {
  const event = account.table(events).get(cause.event ?? "")?.properties ?? cause.item;
  return event === undefined ? {} : { event };
}
