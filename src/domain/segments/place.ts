import { textOf } from "../filters/text.ts";
import type { Profile } from "../resources/profile.ts";
import type { ConditionOf } from "../grammar/segments.ts";

/** The members of the European Union, by name and code. */
const union = `
Austria AT, Belgium BE, Bulgaria BG, Croatia HR, Cyprus CY, Czechia CZ, Czech Republic CZ, Denmark DK, Estonia EE,
Finland FI, France FR, Germany DE, Greece GR, Hungary HU, Ireland IE, Italy IT, Latvia LV, Lithuania LT, Luxembourg LU,
Malta MT, Netherlands NL, The Netherlands NL, Poland PL, Portugal PT, Romania RO, Slovakia SK, Slovenia SI, Spain ES,
Sweden SE`;

const regions: Readonly<Record<string, ReadonlySet<string>>> = {
  european_union: new Set(
    union.split(",").flatMap((each) => {
      const text = each.trim().toUpperCase();
      return [text.slice(0, -3), text.slice(-2)];
    }),
  ),
  united_states: new Set(["UNITED STATES", "UNITED STATES OF AMERICA", "US", "USA"]),
};

const folded = (value: unknown): string | undefined => textOf(value)?.trim().toUpperCase();

/** @guess *ate_segment: A profile is in a region by the country of its location. */
export function ofRegion(
  { region, in_region }: ConditionOf<"profile-region">,
  { location }: Profile,
): boolean {
  const country = folded(location?.["country"]);
  return (country !== undefined && (regions[region]?.has(country) ?? false)) === in_region;
}

/**
 * How far away postal codes are from each other is not known here. @guess *ate_segment: A profile is near a postal code
 * only if it has the same one. No other profile is near or far.
 */
export function ofDistance(
  { country_code, postal_code, filter }: ConditionOf<"profile-postal-code-distance">,
  { location }: Profile,
): boolean {
  const [zip, country] = [folded(location?.["zip"]), folded(location?.["country"])];
  const isThere = zip === folded(postal_code) && isCountry(country, country_code);
  return isThere && filter.operator === "less-than" && filter.value > 0;
}

/** Countries are written by code or by name, those of the regions by either. */
function isCountry(found: string | undefined, code: string): boolean {
  const wanted = folded(code);
  if (found === undefined || found === wanted) return found === wanted;
  return nameOf(wanted) === nameOf(found);
}

/** The English name of a country, of its code. */
function nameOf(text = ""): string | undefined {
  if (!/^[A-Z]{2}$/.test(text)) return text;
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return names.of(text)?.toUpperCase();
}
