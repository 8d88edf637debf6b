const months =
  "January February March April May June July August September October November December".split(
    " ",
  );
const apMonths = "Jan. Feb. March April May June July Aug. Sept. Oct. Nov. Dec.".split(" ");
const days = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const dayMs = 86_400_000;

/** A date that a template works with; `format_date_string` makes one of a text. */
export class Moment {
  /** What a clock on the wall shows, as milliseconds since 1970 in UTC. */
  readonly wall: number;
  readonly hasTime: boolean;
  readonly #of: Date;

  constructor(wall: number, hasTime = true) {
    this.wall = wall;
    this.hasTime = hasTime;
    this.#of = new Date(wall);
  }

  /** Written with the letters of Django's `date`, or by the name of a form. */
  written(form: string): string {
    return (forms[form] ?? form).replace(
      /\\(.)|(.)/gsu,
      (_, kept: string | undefined, letter = "") =>
        kept === undefined ? (letters[letter]?.(this.#of) ?? letter) : kept,
    );
  }

  get text(): string {
    return this.written(this.hasTime ? "DATETIME_FORMAT" : "DATE_FORMAT");
  }

  toString(): string {
    return this.written(this.hasTime ? "Y-m-d H:i:s" : "Y-m-d");
  }
}

const forms: Readonly<Record<string, string>> = {
  DATE_FORMAT: "N j, Y",
  DATETIME_FORMAT: "N j, Y, P",
  TIME_FORMAT: "P",
  YEAR_MONTH_FORMAT: "F Y",
  MONTH_DAY_FORMAT: "F j",
  SHORT_DATE_FORMAT: "m/d/Y",
  SHORT_DATETIME_FORMAT: "m/d/Y P",
};

const two = (number: number): string => String(number).padStart(2, "0");
const monthOf = (at: Date): string => months[at.getUTCMonth()] ?? "";
const dayOf = (at: Date): string => days[at.getUTCDay()] ?? "";
const hourOf = (at: Date): number => at.getUTCHours() % 12 || 12;
const yearStart = (year: number): number => Date.UTC(year, 0, 1);
const yearDay = (at: Date): number =>
  Math.floor((at.getTime() - yearStart(at.getUTCFullYear())) / dayMs) + 1;
const daysOfMonth = (at: Date): number =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
const isLeap = (year: number): boolean => yearStart(year + 1) - yearStart(year) > 365 * dayMs;

/** The Thursday of a date's week, whose year the week counts to (ISO 8601). */
const thursdayOf = (at: Date): Date =>
  new Date(at.getTime() + (3 - ((at.getUTCDay() + 6) % 7)) * dayMs);

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return "th";
  return ["th", "st", "nd", "rd"][day % 10] ?? "th";
}

/** `1:30`, and without minutes at the full hour. */
const shortTime = (at: Date): string =>
  hourOf(at) + (at.getUTCMinutes() === 0 ? "" : `:${two(at.getUTCMinutes())}`);

const half = (at: Date): string => (at.getUTCHours() < 12 ? "a.m." : "p.m.");

/** `1:30 p.m.`, `noon`, `midnight`. */
function spokenTime(at: Date): string {
  const named = at.getUTCMinutes() === 0 ? { 0: "midnight", 12: "noon" } : {};
  const text = (named as Readonly<Record<number, string>>)[at.getUTCHours()];
  return text ?? `${shortTime(at)} ${half(at)}`;
}

const letters: Readonly<Record<string, (at: Date) => string>> = {
  a: half,
  A: (at) => (at.getUTCHours() < 12 ? "AM" : "PM"),
  b: (at) => monthOf(at).slice(0, 3).toLowerCase(),
  c: (at) => at.toISOString().replace(/(\.000)?Z$/, ""),
  d: (at) => two(at.getUTCDate()),
  D: (at) => dayOf(at).slice(0, 3),
  e: () => "",
  E: monthOf,
  f: shortTime,
  F: monthOf,
  g: (at) => String(hourOf(at)),
  G: (at) => String(at.getUTCHours()),
  h: (at) => two(hourOf(at)),
  H: (at) => two(at.getUTCHours()),
  i: (at) => two(at.getUTCMinutes()),
  I: () => "0",
  j: (at) => String(at.getUTCDate()),
  l: dayOf,
  L: (at) => (isLeap(at.getUTCFullYear()) ? "True" : "False"),
  m: (at) => two(at.getUTCMonth() + 1),
  M: (at) => monthOf(at).slice(0, 3),
  n: (at) => String(at.getUTCMonth() + 1),
  N: (at) => apMonths[at.getUTCMonth()] ?? "",
  o: (at) => String(thursdayOf(at).getUTCFullYear()),
  O: () => "+0000",
  P: spokenTime,
  r: (at) => `${dayOf(at).slice(0, 3)}, ${strftime(at, "%d %b %Y %H:%M:%S")} +0000`,
  s: (at) => two(at.getUTCSeconds()),
  S: (at) => ordinal(at.getUTCDate()),
  t: (at) => String(daysOfMonth(at)),
  T: () => "UTC",
  u: (at) => `${String(at.getUTCMilliseconds()).padStart(3, "0")}000`,
  U: (at) => String(Math.floor(at.getTime() / 1000)),
  w: (at) => String(at.getUTCDay()),
  W: (at) => String(Math.ceil(yearDay(thursdayOf(at)) / 7)),
  y: (at) => two(at.getUTCFullYear() % 100),
  Y: (at) => String(at.getUTCFullYear()),
  z: (at) => String(yearDay(at)),
  Z: () => "0",
};

/** The signs of `strftime` that a letter of `date` writes, too. */
const signs: ReadonlyMap<string, string> = new Map(
  "Al aD BF bM dd HH Ih jz Mi mm pA Ss ww YY yy fu Go VW"
    .split(" ")
    .map(([sign = "", letter = ""]) => [sign, letter]),
);

/** A time in the form of `strftime`, as `%Y-%m-%d`. */
export function strftime(at: Date, form: string): string {
  return form.replace(/%(.)/gsu, (whole, sign: string) => {
    if (sign === "%") return "%";
    if (sign === "F") return strftime(at, "%Y-%m-%d");
    const letter = signs.get(sign);
    const text = letter === undefined ? whole : (letters[letter]?.(at) ?? whole);
    return sign === "j" ? text.padStart(3, "0") : text;
  });
}

const chunks = [
  ["year", 365 * dayMs],
  ["month", 30 * dayMs],
  ["week", 7 * dayMs],
  ["day", dayMs],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** The time between two instants, in its largest unit and the next: `2 days, 3 hours`. */
export function timeBetween(from: number, to: number): string {
  const [first, last] = [new Date(from).getUTCFullYear(), new Date(to).getUTCFullYear()];
  const leaps = leapDays(first, last);
  const span = Math.floor((to - from) / 1000) * 1000 - leaps * dayMs;
  const written = (count: number, unit: string) => `${count}\u00a0${unit}${count === 1 ? "" : "s"}`;
  const at = span <= 0 ? -1 : chunks.findIndex(([, ms]) => span >= ms);
  const [unit, next] = at < 0 ? [] : [chunks[at], chunks[at + 1]];
  if (unit === undefined) return written(0, "minute");
  const count = Math.floor(span / unit[1]);
  const rest = next === undefined ? 0 : Math.floor((span - count * unit[1]) / next[1]);
  const text = written(count, unit[0]);
  return rest === 0 || next === undefined ? text : `${text}, ${written(rest, next[0])}`;
}

/** The leap days between two years, as Django counts them: that of the first year is over, that of the last is not. */
function leapDays(first: number, last: number): number {
  let count = 0;
  for (let year = first; year < last; year += 1) count += isLeap(year) ? 1 : 0;
  if (count === 0) return 0;
  return count + (isLeap(first) ? -1 : isLeap(last) ? 1 : 0);
}

const dated =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[-+]\d{2}:?\d{2})?)?$/;

/** The date that a text writes, in UTC; undefined: it writes none. */
export function momentIn(text: string): Moment | undefined {
  const [, day, time, zone = "Z"] = dated.exec(text.trim()) ?? [];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T${time ?? "00:00"}${zone}`);
  return Number.isNaN(at) ? undefined : new Moment(at, time !== undefined);
}
