import { type Refusal, invalidParameter } from "./refusal.ts";

/** The query string's parameters, decoded; each may be given once. */
export type Parameters = ReadonlyMap<string, string>;

const noParameters: Parameters = new Map();

/**
 * Splits and decodes a query string (without `?`). `+` is a space. A parameter given twice, or one
 * that is not valid percent-encoded UTF-8, is refused: neither reading of it would be safe.
 */
export function readParameters(query: string): Parameters | Refusal {
  if (query === "") return noParameters;
  const found = new Map<string, string>();
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? "" : pair.slice(equals + 1));
    if (name === undefined || value === undefined) {
      const shown = name ?? (equals < 0 ? pair : pair.slice(0, equals));
      const hint = `the parameter ${shown} is not valid percent-encoded UTF-8: encode it, % as %25`;
      return invalidParameter(shown, "The parameter is not valid percent-encoded UTF-8.", hint);
    }
    if (found.has(name)) {
      const hint = `the parameter ${name} is given more than once: send it once`;
      return invalidParameter(name, "The parameter is given more than once.", hint);
    }
    found.set(name, value);
  }
  return found;
}

function decode(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** The items of a comma-separated value, without empty ones. */
export function itemsOf(value: string | undefined): string[] {
  return (value ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** One value of a parameter that has limits of its own. */
export interface LimitedParameter {
  readonly parameter: string;
  readonly value: string;
}

/** Every value of `include` and of `additional-fields[…]` (specification, "Rate limits", 6). */
export function limitedParameters(parameters: Parameters): LimitedParameter[] {
  const found: LimitedParameter[] = [];
  for (const [parameter, text] of parameters) {
    if (parameter !== "include" && !parameter.startsWith("additional-fields[")) continue;
    for (const value of new Set(itemsOf(text))) found.push({ parameter, value });
  }
  return found;
}
