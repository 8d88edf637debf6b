import {
  byDefault,
  list,
  literal,
  nullable,
  object,
  type Shape,
  string,
} from "../../contract/shape.ts";

/** What the kinds of action have in common. */
const text = nullable(string());
export const ids = { "id?": text, "temporary_id?": text } as const;

/** Null where nothing is said of it. */
export const unsaid = <T>(shape: Shape<T>): Shape<T | null> => byDefault(nullable(shape), null);
/** With its defaults where nothing is said of it. */
export const blank = <T extends object>(shape: Shape<T>, value: T = {} as T): Shape<T | null> =>
  byDefault(nullable(shape), value);

export const next = { "links?": blank(object({ "next?": unsaid(string()) })) } as const;
export const branches = {
  "links?": blank(object({ next_if_true: text, next_if_false: text }), {
    next_if_true: null,
    next_if_false: null,
  }),
} as const;

/** Of actions that send or change something. */
const actionStatuses = ["draft", "manual", "live", "disabled"] as const;
export type ActionStatus = (typeof actionStatuses)[number];
export const status = { "status?": byDefault(literal(...actionStatuses), "draft") } as const;

/** By the clock on the wall: `09:30` or `09:30:00`. */
export const timeOfDay = string({ format: "time" });
export const weekdays = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;
export const days = nullable(list(literal(...weekdays)));
/** The name of a zone, or `profile`: the person's own. */
export const zone = byDefault(string(), "profile");
