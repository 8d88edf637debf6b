import type { Event } from "./resources/event.ts";

/** What an event was worth: its `$value`, if that is a number. */
export function amountOf({ properties }: Pick<Event, "properties">): number {
  const value = properties["$value"];
  return typeof value === "number" ? value : 0;
}
