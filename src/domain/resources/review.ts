import { stamps, many, one } from "../../contract/members.ts";
import { type RecordOf, resource, unstored } from "../../contract/resource.ts";
import { boolean, during, integer, list, literal, nullable, object } from "../../contract/shape.ts";
import { oneOf, string, type Infer } from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { words } from "../../contract/words.ts";

const text = { shape: nullable(string()) } as const;

export const reviewStates = words("published unpublished rejected featured pending");
type ReviewState = (typeof reviewStates)[number];

const reviewTypes = ["question", "review", "rating", "store"] as const;
export const reviewType = literal(...reviewTypes);

const [published, unpublished, rejected, featured, pending] = reviewStates;
const standing = <const V extends ReviewState>(value: V) => object({ value: literal(value) });

export const rejectionReasons = words(
  "other fake false_or_misleading private_information profanity_or_inappropriate unrelated",
);
const [other, ...others] = rejectionReasons;
const rejectionReason = oneOf(
  object({ reason: literal(other), "status_explanation?": nullable(string()) }),
  ...others.map((reason) => object({ reason: literal(reason) })),
);

export const incentives = words(`
  coupon_or_discount employee_review free_product loyalty_points other paid_promotion
  sweepstakes_entry
`);

const reviewStatus = oneOf(
  object({ value: literal(rejected), rejection_reason: rejectionReason }),
  standing(featured),
  standing(published),
  standing(unpublished),
  standing(pending),
);
export type ReviewStatus = Infer<typeof reviewStatus>;

const asObjects = "2025-01-15";

const publicReply = object({
  content: string(),
  author: string(),
  updated: string({ format: "datetime" }),
});

const attributes = {
  email: text,
  status: {
    shape: nullable(
      oneOf(
        during(reviewStatus, { since: asObjects }),
        during(literal(...reviewStates), { until: asObjects }),
      ),
    ),
    computed: true,
    write: "update",
    body: nullable(reviewStatus),
  },
  verified: { shape: boolean(), default: false },
  review_type: { shape: reviewType },
  ...stamps,
  images: { shape: list(string()), default: [] },
  product: {
    shape: nullable(
      object({
        url: string(),
        name: string(),
        "image_url?": nullable(string()),
        "external_id?": nullable(string()),
      }),
    ),
    computed: true,
  },
  rating: { shape: nullable(integer()) },
  author: text,
  content: text,
  title: text,
  smart_quote: text,
  public_reply: { shape: nullable(publicReply) },
} as const;

export const review = resource("review", {
  path: "/api/reviews",
  id: "ulid",
  attributes,
  relationships: {
    events: many("event", { listed: true, unlinked: true }),
    item: one("catalog-item", { optional: true, ifAny: true, unlinked: true }),
    // @guess request_profile_deletion: The reviews of a profile are deleted with it.
    profile: one("profile", { optional: true, hidden: true, erased: "goes" }),
  },
  kept: {
    state: literal(...reviewStates),
    rejection_reason: nullable(rejectionReason),
    /** How its product is known outside, also where the catalog has none. */
    external_id: nullable(string()),
    incentive_type: nullable(literal(...incentives)),
    custom_questions: list(object({ id: string(), answers: list(string()) })),
    order: nullable(string()),
    /** Whether its author has changed it since. */
    edited: boolean(),
  },
  fields: {
    status: { type: "string", from: "state", values: reviewStates, every: "all" },
    review_type: { type: "string", values: reviewTypes },
    incentivized: { type: "boolean" },
    edited: { type: "boolean" },
    smart_quote: { type: "relationship" },
    public_reply: { type: "relationship" },
    media: { type: "relationship" },
  },
  orders: ["id", "created", "rating", "updated", ["item.id", "created"], "profile.id"],
  // @guess get_reviews, get_client_reviews: Without `sort`, the newest review comes first.
  defaultSort: "-created",
});

export type Review = RecordOf<typeof review>;
export const reviews = collectionOf(review, {
  keys: {
    state: ({ state }) => state,
    incentivized: ({ incentive_type }) => incentive_type !== null,
    edited: ({ edited }) => edited,
    public_reply: ({ public_reply }) => public_reply?.content ?? null,
    media: ({ images }) => images[0] ?? null,
  },
});

const { email: _, ...publicAttributes } = attributes;

/** A review as everybody may read it: without the address of who wrote it. */
export const clientReview = unstored("client-review", {
  as: review.type,
  path: "/client/reviews",
  attributes: publicAttributes,
  fields: review.fields,
  orders: review.orders ?? [],
  defaultSort: "-created",
});
