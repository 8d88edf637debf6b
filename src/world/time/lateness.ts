import { type ConsistencyKind, consistencyKinds } from "../../contract/consistency.ts";
import { consistencyNames } from "../../contract/consistency.ts";
import { object, type Shape } from "../../contract/shape.ts";
import { durationShape, parseDuration } from "./duration.ts";

/** How late each kind of thing shows, in milliseconds of world time. */
export type Lateness = Readonly<Record<ConsistencyKind, number>>;

/** How late some kinds are, as durations such as 30s; the others are not late. */
export type ConsistencyTable = Readonly<Partial<Record<ConsistencyKind, string>>>;

/** A `ConsistencyTable` in a document. */
export const consistencyShape = object(
  Object.fromEntries(
    consistencyNames.map((name) => [
      `${name}?`,
      durationShape(`${consistencyKinds[name].delays}.`),
    ]),
  ),
) as Shape<ConsistencyTable>;

const longestMs = 86_400_000;

/** A delay in milliseconds; undefined for what is no duration, below zero, or more than a day. */
export function delayOf(text: string): number | undefined {
  const ms = parseDuration(text);
  return ms !== undefined && ms >= 0 && ms <= longestMs ? ms : undefined;
}

/** Which delays a table says. @returns the first kind whose delay is wrong */
export function latenessOf(
  table: ConsistencyTable,
): Lateness | { readonly wrong: ConsistencyKind } {
  const delays = consistencyNames.map((name) => [name, delayOf(table[name] ?? "0s")] as const);
  const [wrong] = delays.find(([, ms]) => ms === undefined) ?? [];
  return wrong === undefined ? (Object.fromEntries(delays) as unknown as Lateness) : { wrong };
}

/** What is known of the service's own. */
export const serviceTable: ConsistencyTable = ofEach((name) => consistencyKinds[name].service);

/** Nothing is late. */
export const immediate: Lateness = ofEach(() => 0);

function ofEach<T>(valueOf: (name: ConsistencyKind) => T) {
  const values = consistencyNames.map((name) => [name, valueOf(name)]);
  return Object.fromEntries(values) as Record<ConsistencyKind, T>;
}
