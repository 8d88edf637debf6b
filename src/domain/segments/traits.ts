import { formatDatetime } from "../../jsonapi/time.ts";
import { locationMembers } from "../profiles/shape.ts";
import { unsetAttributes } from "../profiles/write.ts";
import type { Profile } from "../resources/profile.ts";
import { textOf, holdsText } from "../filters/text.ts";
import type { ConditionOf } from "../grammar/segments.ts";
import type { Account } from "../../world/account.ts";
import { always, type Holding, meetsDate, type Moment, whenOf } from "../filters/date.ts";
import { compares } from "../filters/value.ts";
import { predictionsOf, profileTurn } from "../profiles/predictions.ts";
import type { Predictions } from "../profiles/shown-shapes.ts";
import { affinityOf } from "../consent/subscriptions-object.ts";

const { _kx: _, location: __, properties: ___, ...attributes } = unsetAttributes;

const times = ["created", "updated", "last_event_date"] as const;

/** Reads `email`, `location['city']` or `properties['Shoe size']` off a profile; undefined: there is none of this name. */
export function readProperty(text: string): ((profile: Profile) => unknown) | undefined {
  const time = times.find((name) => name === text);
  if (time !== undefined)
    return (profile) => (profile[time] === null ? null : formatDatetime(profile[time]));
  if (Object.hasOwn(attributes, text)) return (profile) => profile[text as keyof typeof attributes];
  const [, root, , name = ""] = /^(location|properties)\[(['"])(.+)\2\]$/.exec(text) ?? [];
  if (root === "properties") {
    return ({ properties }) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  }
  const member = locationMembers.find((each) => each === name);
  if (root !== "location" || member === undefined) return undefined;
  return ({ location }) => location?.[member];
}

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

/** How far postal codes are apart is not known. @guess *ate_segment: A profile is near a postal code only if it has the same one. No other profile is near or far. */
export function ofDistance(
  { country_code, postal_code, filter }: ConditionOf<"profile-postal-code-distance">,
  { location }: Profile,
): boolean {
  const [zip, country] = [folded(location?.["zip"]), folded(location?.["country"])];
  const isThere = zip === folded(postal_code) && isCountry(country, country_code);
  return isThere && filter.operator === "less-than" && filter.value > 0;
}

function isCountry(found: string | undefined, code: string): boolean {
  const wanted = folded(code);
  if (found === undefined || found === wanted) return found === wanted;
  return nameOf(wanted) === nameOf(found);
}

function nameOf(text = ""): string | undefined {
  if (!/^[A-Z]{2}$/.test(text)) return text;
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return names.of(text)?.toUpperCase();
}

type Prediction = ConditionOf<"profile-predictive-analytics">;

/** Of whom nothing is predicted, nothing holds but what is negative. For turns of everybody, see `accountTurn`. */
export function ofPrediction(
  account: Account,
  asked: Prediction,
  profile: Profile,
  moment: Moment,
): Holding {
  const predictions = predictionsOf(account, profile.id, moment.now);
  const turn = profileTurn(account, profile.id, moment.now, asked);
  const { holds, next } = holding(asked, predictions, profile, moment);
  return { holds, next: Math.min(next, turn) };
}

function holding(
  asked: Prediction,
  predictions: Predictions | undefined,
  { consent }: Profile,
  moment: Moment,
): Holding {
  switch (asked.dimension) {
    case "expected_date_of_next_purchase": {
      const when = whenOf(predictions?.["expected_date_of_next_order"]);
      return when === undefined ? always(false) : meetsDate(asked.filter, when, moment);
    }
    case "predicted_gender":
      // @guess *ate_segment: No profile has a predicted gender.
      return always(holdsText(asked.filter, undefined));
    case "channel_affinity": {
      const known = (predictions?.["historic_clv"] ?? null) !== null;
      const place = known ? affinityOf(consent).indexOf(asked.predicted_channel) : -1;
      if (asked.measurement === "priority") {
        return always(place >= 0 && place + 1 === asked.filter.value);
      }
      return always(holdsText(asked.filter, ranks[Math.min(place, 2)]));
    }
    default: {
      const value = predictions?.[asked.dimension];
      return always(typeof value === "number" && compares(asked.filter, value));
    }
  }
}

/** @guess *ate_segment: The affinity of the first channel is high, of the second medium, of the others low. */
const ranks = ["high", "medium", "low"] as const;
