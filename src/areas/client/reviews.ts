import { action } from "../../contract/rows.ts";
import { type Infer, list, literal, nullable, object, string } from "../../contract/shape.ts";
import { clientReview, incentives, review, reviewType } from "../../domain/resources/review.ts";
import { type NewReview, reviewComputed, submitReview } from "../../domain/reviews/reviews.ts";
import type { Bound } from "../../jsonapi/conditions.ts";
import { invalidBody, invalidProblem, type Problem } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Work } from "../../verbs/invocation.ts";
import { list as listOf } from "../../verbs/list.ts";
import { empty } from "../../verbs/outcome.ts";
import { reviewValues, valuesRow } from "./review-values.ts";
const at = "/data/attributes";

/** @guess create_client_review: Names have up to 255 characters, a review up to 20,000, 20 images and 100 answers. */
const short = string({ minLength: 1, maxLength: 255 });
const answersMax = 100;
const imagesMax = 20;

const newReview = object({
  data: object({
    type: literal("review"),
    attributes: object({
      review_type: reviewType,
      email: string({ format: "email" }),
      author: short,
      content: string({ maxLength: 20_000 }),
      "incentive_type?": nullable(literal(...incentives)),
      "product?": nullable(
        object({
          external_id: string({ minLength: 1 }),
          integration_key: literal("shopify", "woocommerce"),
        }),
      ),
      "rating?": nullable(literal(1, 2, 3, 4, 5)),
      "title?": nullable(string()),
      "custom_questions?": nullable(
        list(object({ id: string(), answers: list(string(), { max: answersMax }) }), {
          max: answersMax,
        }),
      ),
      "images?": nullable(list(string(), { max: imagesMax })),
    }),
    "relationships?": object({
      "order?": object({ "data?": object({ type: literal("order"), id: string() }) }),
    }),
  }),
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

export const reviewWork: Readonly<Record<string, Work>> = {
  review: (account, given: NewReview, now) => void submitReview(account, given, now),
};
export const reviewBindings = { "client-review": { computed: reviewComputed } };

type Attributes = Infer<typeof newReview>["data"]["attributes"];

/** @guess create_client_review: A rating needs a `rating`, and an image is a web URL or a data URI. */
function problemsOf({ review_type, rating, images }: Attributes): Problem[] {
  const problems = (images ?? []).flatMap((image, index) =>
    /^(https?:\/\/\S|data:image\/)/i.test(image)
      ? []
      : [
          invalidProblem(
            `${at}/images/${index}`,
            "An image is an http or https URL, or a data URI.",
          ),
        ],
  );
  if (review_type !== "rating" || rating) return problems;
  return [...problems, invalidProblem(`${at}/rating`, "A rating is a number from 1 to 5.")];
}
