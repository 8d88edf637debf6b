import { unstored } from "../../contract/resource.ts";
import { action } from "../../contract/rows.ts";
import { integer, list, number, object, oneOf, string } from "../../contract/shape.ts";
import { type Review, reviews } from "../../domain/resources/review.ts";
import type { Invocation } from "../../verbs/invocation.ts";
import type { Outcome } from "../../verbs/outcome.ts";
import { cut, inOrder } from "../../verbs/page.ts";
import type { Stored } from "../../world/store/record.ts";

/** What is told of some reviews. */
interface Values {
  readonly average_rating: number;
  readonly average_store_rating: number;
  readonly total_questions: number;
  readonly total_ratings: number;
  readonly total_reviews: number;
  readonly total_store_reviews: number;
}

const statistics = [
  "average_rating",
  "average_store_rating",
  "total_questions",
  "total_ratings",
  "total_reviews",
  "total_store_reviews",
] as const satisfies readonly (keyof Values)[];

const dayMs = 86_400_000;
const daysOf: Readonly<Record<string, number>> = {
  all_time: Number.POSITIVE_INFINITY,
  last_30_days: 30,
  last_90_days: 90,
  last_365_days: 365,
};

/** How many reviews a product, or the whole shop, has, and how good they are. */
export const reviewValuesReport = unstored("review-values-report", {
  path: "/client/review-values-reports",
  attributes: {
    results: {
      shape: list(
        object({
          groupings: oneOf(object({ product_id: string() }), object({ company_id: string() })),
          statistics: object({
            "average_rating?": number(),
            "total_reviews?": integer(),
            "total_questions?": integer(),
            "total_ratings?": integer(),
            "total_store_reviews?": integer(),
            "average_store_rating?": number(),
          }),
        }),
      ),
    },
  },
  fields: { product_external_ids: { type: "string" } },
  defaultSort: "id",
});

export const valuesRow = action(reviewValuesReport, "get_client_review_values_reports", {
  required: ["group_by", "statistics", "timeframe"],
  parameters: {
    group_by: { values: ["company_id", "product_id"], what: "What there is one result of each." },
    statistics: { values: statistics, several: true, what: "What each result tells." },
    timeframe: { values: Object.keys(daysOf), what: "When the reviews were written." },
  },
});

interface Report extends Stored {
  readonly results: readonly object[];
}

/**
 * A report each for the products, or one for the company, of what everybody may read. @guess
 * get_client_review_values_reports: A product is named by its external id. It has no report without a review, and no
 * average without a rating.
 */
export function reviewValues({ account, query, now }: Invocation): Outcome {
  const { said, conditions } = query;
  const [group = ""] = said.get("group_by") ?? [];
  const [timeframe = ""] = said.get("timeframe") ?? [];
  const from = now - (daysOf[timeframe] ?? 0) * dayMs;
  const isAsked = ({ state, created, external_id }: Review) =>
    (state === "published" || state === "featured") &&
    created >= from &&
    conditions.every(({ values }) => external_id !== null && values.includes(external_id));
  const groups = new Map<string, Review[]>(group === "company_id" ? [[account.id, []]] : []);
  for (const each of account.table(reviews).all()) {
    const id = group === "company_id" ? account.id : each.external_id;
    if (id === null || !isAsked(each)) continue;
    groups.set(id, [...(groups.get(id) ?? []), each]);
  }
  const wanted = said.get("statistics") ?? [];
  const reports = [...groups].map(([id, of]): Report => ({
    id,
    seq: 0,
    results: [{ groupings: { [group]: id }, statistics: valuesOf(of, wanted) }],
  }));
  const placeOf = ({ id, seq }: Report) => ({ value: id, seq });
  const { found, ...places } = cut(
    inOrder(reports, query, placeOf),
    query.page,
    () => true,
    placeOf,
  );
  return { ...places, kind: "page", records: found };
}

function valuesOf(all: readonly Review[], wanted: readonly string[]): Partial<Values> {
  const ofShop = all.filter(({ review_type }) => review_type === "store");
  const ofProducts = all.filter(({ review_type }) => review_type !== "store");
  const count = (type: Review["review_type"]) =>
    all.filter(({ review_type }) => review_type === type).length;
  const values: Record<keyof Values, number | undefined> = {
    average_rating: average(ofProducts),
    average_store_rating: average(ofShop),
    total_questions: count("question"),
    total_ratings: count("rating"),
    total_reviews: count("review"),
    total_store_reviews: ofShop.length,
  };
  return Object.fromEntries(
    statistics
      .filter((name) => wanted.includes(name) && values[name] !== undefined)
      .map((name) => [name, values[name]]),
  );
}

function average(all: readonly Review[]): number | undefined {
  const ratings = all.flatMap(({ rating }) => rating ?? []);
  if (ratings.length === 0) return undefined;
  return ratings.reduce((sum, each) => sum + each, 0) / ratings.length;
}
