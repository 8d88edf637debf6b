import { unstored } from "../../contract/resource.ts";
import { action } from "../../contract/rows.ts";
import { bodyOf, named } from "../bodies.ts";
import { type Infer, integer, list, number, object, oneOf, string } from "../../contract/shape.ts";
import { literal, nullable } from "../../contract/shape.ts";
import { type Review, reviews, clientReview, incentives } from "../../domain/resources/review.ts";
import { review, reviewType } from "../../domain/resources/review.ts";
import type { Invocation, AreaBehavior } from "../../verbs/invocation.ts";
import { type Outcome, empty } from "../../verbs/outcome.ts";
import { pageOf } from "../../verbs/page.ts";
import type { Stored } from "../../world/store/record.ts";
import type { NewReview } from "../../domain/reviews/reviews.ts";
import type { Bound } from "../../jsonapi/conditions.ts";
import { invalidBody, invalidProblem, type Problem } from "../../jsonapi/refusal.ts";
import { list as listOf } from "../../verbs/list.ts";

type Statistic = (of: readonly Review[]) => number | undefined;

const those = (all: readonly Review[], type: Review["review_type"]) =>
  all.filter(({ review_type }) => review_type === type);

const statistics: Readonly<Record<string, Statistic>> = {
  average_rating: (all) => average(all.filter(({ review_type }) => review_type !== "store")),
  average_store_rating: (all) => average(those(all, "store")),
  total_questions: (all) => those(all, "question").length,
  total_ratings: (all) => those(all, "rating").length,
  total_reviews: (all) => those(all, "review").length,
  total_store_reviews: (all) => those(all, "store").length,
};

const dayMs = 86_400_000;
const daysOf: Readonly<Record<string, number>> = {
  all_time: Number.POSITIVE_INFINITY,
  last_30_days: 30,
  last_90_days: 90,
  last_365_days: 365,
};

const result = object({
  groupings: oneOf(object({ product_id: string() }), object({ company_id: string() })),
  statistics: object({
    "average_rating?": number(),
    "total_reviews?": integer(),
    "total_questions?": integer(),
    "total_ratings?": integer(),
    "total_store_reviews?": integer(),
    "average_store_rating?": number(),
  }),
});

export const reviewValuesReport = unstored("review-values-report", {
  path: "/client/review-values-reports",
  attributes: { results: { shape: list(result) } },
  fields: { product_external_ids: { type: "string" } },
  defaultSort: "id",
});

const valuesRow = action(reviewValuesReport, "get_client_review_values_reports", {
  required: ["group_by", "statistics", "timeframe"],
  parameters: {
    group_by: { values: ["company_id", "product_id"], what: "What there is one result of each." },
    statistics: { values: Object.keys(statistics), several: true, what: "What each result tells." },
    timeframe: { values: Object.keys(daysOf), what: "When the reviews were written." },
  },
});

/** A report each for the products, or one for the company, of what everybody may read. */
// @guess get_client_review_values_reports: A product is named by its external id. It has no report without a review, and no average without a rating.
function reviewValues({ account, query, now }: Invocation): Outcome {
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
  const reports = [...groups].map(([id, of]) => {
    const results = [{ groupings: { [group]: id }, statistics: valuesOf(of, wanted) }];
    return { id, seq: 0, results };
  });
  const placeOf = ({ id, seq }: Stored) => ({ value: id, seq });
  const { found, ...places } = pageOf(reports, query, placeOf);
  return { ...places, kind: "page", records: found };
}

const valuesOf = (all: readonly Review[], wanted: readonly string[]) =>
  Object.fromEntries(
    Object.entries(statistics).flatMap(([name, of]) => {
      const value = wanted.includes(name) ? of(all) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );

function average(all: readonly Review[]): number | undefined {
  const ratings = all.flatMap(({ rating }) => rating ?? []);
  if (ratings.length === 0) return undefined;
  return ratings.reduce((sum, each) => sum + each, 0) / ratings.length;
}

const at = "/data/attributes";

/** @guess create_client_review: Names have up to 255 characters, a review up to 20,000, 20 images and 100 answers. */
const short = string({ minLength: 1, maxLength: 255 });
const answersMax = 100;
const imagesMax = 20;

const product = object({
  external_id: string({ minLength: 1 }),
  integration_key: literal("shopify", "woocommerce"),
});
const answered = object({ id: string(), answers: list(string(), { max: answersMax }) });

const newReview = bodyOf("review", {
  attributes: object({
    review_type: reviewType,
    email: string({ format: "email" }),
    author: short,
    content: string({ maxLength: 20_000 }),
    "incentive_type?": nullable(literal(...incentives)),
    "product?": nullable(product),
    "rating?": nullable(literal(1, 2, 3, 4, 5)),
    "title?": nullable(string()),
    "custom_questions?": nullable(list(answered, { max: answersMax })),
    "images?": nullable(list(string(), { max: imagesMax })),
  }),
  "relationships?": object({ "order?": object({ "data?": named("order") }) }),
});

export const reviewRows = [
  valuesRow,
  action(clientReview, "get_client_reviews"),
  action(review, "create_client_review", { body: newReview }),
] as const;

/** @guess get_client_reviews, get_client_review_values_reports: Only published and featured reviews are public. */
const isPublic: Bound = {
  operator: "any",
  name: "status",
  field: clientReview.fields["status"] ?? { type: "string" },
  values: ["featured", "published"],
};

export const reviewBehavior: AreaBehavior<typeof reviewRows> = {
  get_client_review_values_reports: reviewValues,

  get_client_reviews: (call) =>
    listOf({
      ...call,
      operation: { ...call.operation, answers: review.type },
      query: { ...call.query, conditions: [...call.query.conditions, isPublic] },
    }),

  create_client_review({ account, now, body: { data } }) {
    const { attributes, relationships } = data;
    const problems = problemsOf(attributes);
    if (problems.length > 0) return invalidBody(problems);
    const { review_type, email, author, content, product, rating, title } = attributes;
    const given: NewReview = {
      review_type,
      email,
      author,
      content,
      external_id: product?.external_id ?? null,
      rating: review_type === "question" ? null : (rating ?? null),
      title: title ?? null,
      images: attributes.images ?? [],
      incentive_type: attributes.incentive_type ?? null,
      custom_questions: attributes.custom_questions ?? [],
      order: relationships?.order?.data?.id ?? null,
    };
    account.process(["review"], given, now);
    return empty(202);
  },
};

type Attributes = Infer<typeof newReview>["data"]["attributes"];

/** @guess create_client_review: A rating needs a `rating`, and an image is a web URL or a data URI. */
function problemsOf({ review_type, rating, images }: Attributes): Problem[] {
  const problems = (images ?? []).flatMap((image, index) => {
    if (/^(https?:\/\/\S|data:image\/)/i.test(image)) return [];
    const detail = "An image is an http or https URL, or a data URI.";
    return [invalidProblem(`${at}/images/${index}`, detail)];
  });
  if (review_type !== "rating" || rating) return problems;
  return [...problems, invalidProblem(`${at}/rating`, "A rating is a number from 1 to 5.")];
}
