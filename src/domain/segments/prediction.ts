import type { Account } from "../../world/account.ts";
import { always, type Holding, meetsDate, type Moment, whenOf } from "../filters/date.ts";
import { compares } from "../filters/value.ts";
import { holdsText } from "../filters/text.ts";
import { predictionsOf, profileTurn } from "../profiles/predictions.ts";
import type { Predictions } from "../profiles/predictions-shape.ts";
import type { Profile } from "../resources/profile.ts";
import type { ConditionOf } from "../grammar/segments.ts";
import { affinityOf } from "../consent/subscriptions-object.ts";

type Prediction = ConditionOf<"profile-predictive-analytics">;

/**
 * What is predicted of a profile; of whom nothing is predicted, nothing holds but what is negative.
 * When it may be another for everybody, `accountTurn` says.
 */
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
