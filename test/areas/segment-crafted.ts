import type { Consent } from "../../src/domain/consent/consent.ts";
import type { Json } from "../contract/published-segments.ts";

/** Half past midnight: the day has begun, and so has none of the hours that a filter asks for. */
export const now = Date.UTC(2026, 6, 20, 0, 30);
const hourMs = 3_600_000;
const unitsMs: Readonly<Record<string, number>> = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
};

/** What a filter is met by, and what it is not; `nothing`: there is no such value. */
export interface Pair {
  readonly yes: unknown;
  readonly no: unknown;
}
export const nothing = Symbol("no value");

export interface Filter {
  readonly type: string;
  readonly operator: string;
  readonly value?: unknown;
  readonly unit?: string;
}

const pair = (yes: unknown, no: unknown): Pair => ({ yes, no });
const opposite = ({ yes, no }: Pair): Pair => ({ yes: no, no: yes });
/** Whether an operator is the opposite of another: its name, and that of the other. */
const negation = /^(not-|n(?=regex)|phone-country-code-not-)/;

/** The values by which a filter is tried out: written down by hand, operator by operator. */
export function triedOn(filter: Filter): Pair {
  if (negation.test(filter.operator) && filter.type !== "existence" && filter.type !== "numeric") {
    const operator = filter.operator.replace(/^phone-country-code-not-/, "phone-country-code-");
    return opposite(triedOn({ ...filter, operator: operator.replace(/^(not-|n(?=regex))/, "") }));
  }
  switch (filter.type) {
    case "string":
      return text(filter);
    case "numeric":
      return number(filter);
    case "boolean":
      return pair(filter.value, !filter.value);
    case "existence":
      return filter.operator === "is-set" ? pair("x", undefined) : pair(undefined, "x");
    case "list":
      return list(filter);
    default:
      return date(filter);
  }
}

function text({ operator, value }: Filter): Pair {
  if (operator.startsWith("phone-")) return pair("+12125550142", "+442071838750");
  if (operator === "in") return pair((value as string[])[0], "Nobody");
  // Null is what is not set, and a part of nothing.
  if (value === null) return pair(operator === "equals" ? undefined : nothing, "Nobody");
  const tried: Readonly<Record<string, Pair>> = {
    equals: pair("Ada", "Adam"),
    contains: pair("xAdax", "ada"),
    "starts-with": pair("Adam", "xAda"),
    "ends-with": pair("xAda", "Adam"),
    regex: pair("xAdax", "ada"),
  };
  return tried[operator] as Pair;
}

export function number({ operator, value }: Filter): Pair {
  const asked = value as number;
  const tried: Readonly<Record<string, Pair>> = {
    equals: pair(asked, asked + 1),
    "not-equals": pair(asked + 1, asked),
    "greater-than": pair(asked + 1, asked),
    "greater-than-or-equal": pair(asked, asked - 1),
    "less-than": pair(asked - 1, asked),
    "less-than-or-equal": pair(asked, asked + 1),
  };
  return tried[operator] as Pair;
}

function list(filter: Filter): Pair {
  const { operator, value } = filter;
  if (operator.startsWith("length-")) {
    const { yes, no } = number({ ...filter, operator: operator.slice("length-".length) });
    return pair(Array(yes as number).fill("a"), Array(no as number).fill("a"));
  }
  const tried: Readonly<Record<string, Pair>> = {
    contains: pair(["x", value], ["x", "y"]),
    "contains-all": pair(["Bob", "Ada", "x"], ["Ada"]),
    "contains-any": pair(["Bob"], ["x"]),
    "contains-substring": pair(value === null ? nothing : ["xAdax"], ["ada"]),
  };
  return tried[operator] as Pair;
}

export function date({ operator, unit = "" }: Filter): Pair {
  const at = (ms: number) => new Date(ms).toISOString();
  const lately = at(now - hourMs / 2);
  const long = "2020-01-01T00:00:00Z";
  const tried: Readonly<Record<string, Pair>> = {
    alltime: pair(lately, nothing),
    after: pair("2026-07-10T00:00:00Z", long),
    before: pair(long, "2026-07-10T00:00:00Z"),
    "between-static": pair("2026-07-05T00:00:00Z", "2026-07-11T00:00:00Z"),
    "at-least": pair(long, lately),
    "in-the-last": pair(lately, long),
    "in-the-next": pair(at(now + hourMs / 2), lately),
    between: pair(at(now - 2 * (unitsMs[unit] ?? 0)), lately),
    "anniversary-last": pair("2000-07-20", "2000-07-22"),
    "anniversary-next": pair("2000-07-21", "2000-07-19"),
    "calendar-month": pair("2000-07-05", "2000-08-05"),
    anniversary: pair("2000-07-20", "2000-07-21"),
    "anniversary-month": pair("2000-07-01", "2000-08-20"),
  };
  return tried[operator] as Pair;
}

interface Asked {
  readonly field: string;
  readonly method?: string;
  readonly filter?: Filter | null;
}

const reasons: Json = {
  bounce_date: "HARD_BOUNCE",
  manual_suppression_date: "USER_SUPPRESSED",
  invalid_email_date: "INVALID_EMAIL",
};

const instant = (value: unknown): number | null =>
  typeof value === "string" ? Date.parse(value) : null;

/** How consent is, where the filters are met (`yes`) or not (`no`). */
export function consentAs(
  channel: string,
  state: string,
  suppressed: boolean,
  [asked]: readonly Asked[],
  which: keyof Pair,
): Consent | undefined {
  const of: Json = { state, at: now - hourMs, method: "SOMEHOW", detail: "Somewhere" };
  let suppression: Json[] = suppressed ? [{ reason: "USER_SUPPRESSED", at: now }] : [];
  const { field = "", method, filter } = asked ?? {};
  const tried = filter == null ? undefined : triedOn(filter)[which];
  // No phone is known to take RCS.
  if (tried === nothing || (field === "is_rcs_capable" && tried === true)) return undefined;
  if (field === "status_date" || field === "effective_date") of["at"] = instant(tried);
  else if (field === "recorded_date") of["updated"] = instant(tried);
  else if (field === "is_double_opt_in") of["doubleOptIn"] = tried;
  else if (field === "custom_source") of["detail"] = tried;
  else if (field in reasons) {
    suppression =
      tried === undefined ? [] : [{ reason: reasons[field], at: instant(tried) ?? now }];
  } else if (method === "integration" && filter != null) of["method"] = String(tried).toUpperCase();
  else if (method !== undefined) {
    const isMet = which === "yes" || filter != null;
    Object.assign(of, { method: isMet ? method.toUpperCase() : "SOMEHOW", detail: tried });
  }
  const never = { state: "NEVER_SUBSCRIBED", at: null, method: null };
  return { email: never, sms: never, listSuppressions: [], [channel]: of, suppression } as never;
}
