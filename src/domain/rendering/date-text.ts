import { numberOf, plain, type Value } from "./values.ts";

const months =
  "January February March April May June July August September October November December".split(
    " ",
  );
const days = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

const two = (number: number): string => String(number).padStart(2, "0");

/** The letters of a form, as PHP and the language have them. Times are UTC. */
const letters: Readonly<Record<string, (at: Date) => string>> = {
  d: (at) => two(at.getUTCDate()),
  j: (at) => String(at.getUTCDate()),
  D: (at) => dayOf(at).slice(0, 3),
  l: (at) => dayOf(at),
  w: (at) => String(at.getUTCDay()),
  S: (at) => ordinal(at.getUTCDate()),
  m: (at) => two(at.getUTCMonth() + 1),
  n: (at) => String(at.getUTCMonth() + 1),
  M: (at) => monthOf(at).slice(0, 3),
  b: (at) => monthOf(at).slice(0, 3).toLowerCase(),
  F: (at) => monthOf(at),
  N: (at) => shortMonth(at.getUTCMonth()),
  y: (at) => two(at.getUTCFullYear() % 100),
  Y: (at) => String(at.getUTCFullYear()),
  H: (at) => two(at.getUTCHours()),
  G: (at) => String(at.getUTCHours()),
  h: (at) => two(hourOf(at)),
  g: (at) => String(hourOf(at)),
  i: (at) => two(at.getUTCMinutes()),
  s: (at) => two(at.getUTCSeconds()),
  A: (at) => (at.getUTCHours() < 12 ? "AM" : "PM"),
  a: (at) => (at.getUTCHours() < 12 ? "a.m." : "p.m."),
  c: (at) => at.toISOString().replace(/\.000Z$|Z$/, "+00:00"),
  U: (at) => String(Math.floor(at.getTime() / 1000)),
  O: () => "+0000",
  T: () => "UTC",
  e: () => "UTC",
};

const monthOf = (at: Date): string => months[at.getUTCMonth()] ?? "";
const dayOf = (at: Date): string => days[at.getUTCDay()] ?? "";
const hourOf = (at: Date): number => at.getUTCHours() % 12 || 12;

/** As newspapers shorten them. */
const shortMonth = (index: number): string => {
  const name = months[index] ?? "";
  if (name.length <= 5) return name;
  return `${name.slice(0, name === "September" ? 4 : 3)}.`;
};

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return "th";
  return ["th", "st", "nd", "rd"][day % 10] ?? "th";
}

/**
 * An instant in a form such as `F j, Y`; a backslash keeps a letter as it is. What is no instant gives nothing.
 *
 * @param value a datetime, seconds since 1970, or `now` @guess
 * @param now world time, in milliseconds since 1970
 */
export function dateText(value: Value, form: string, now: number): string {
  const at = instantOf(value, now);
  if (at === undefined) return "";
  return form.replace(/\\(.)|(.)/gsu, (_, kept: string | undefined, letter = "") =>
    kept === undefined ? (letters[letter]?.(at) ?? letter) : kept,
  );
}

const dated =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[-+]\d{2}:?\d{2})?)?$/;

function instantOf(given: Value, now: number): Date | undefined {
  const value = plain(given);
  const seconds = numberOf(value);
  const ms = value === "now" ? now : seconds === undefined ? parsed(value) : seconds * 1000;
  const at = new Date(ms);
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() < 0 ? undefined : at;
}

/** Where no zone is said, it is UTC. */
function parsed(value: Value): number {
  if (typeof value !== "string" || !dated.test(value)) return Number.NaN;
  const text = value.replace(" ", "T");
  return Date.parse(/[T](?!.*(?:Z|[-+]\d{2}:?\d{2})$)/.test(text) ? `${text}Z` : text);
}
