import { type CatalogItem, catalogItems } from "../../areas/catalogs/resources.ts";
import { metrics } from "../../domain/resources/metric.ts";
import { productsIn } from "../../domain/events/orders.ts";
import type { Properties } from "../../domain/objects/records.ts";
import type { Event } from "../../domain/resources/event.ts";
import { type Profile, profiles } from "../../domain/resources/profile.ts";
import { type Review, rejectionReasons, reviews } from "../../domain/resources/review.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Dice } from "../../world/dice.ts";
import { ulid } from "../../world/ids.ts";
import type { State } from "../../world/store/state.ts";
import type { Part, Past } from "./past.ts";
import { questionWords, replyTo, reviewWords, storeWords } from "./review-texts.ts";

/** What reviews are made of. */
export interface ReviewsOfPast {
  readonly dice: Dice;
  /** The account as it was planted. */
  readonly before: State;
  readonly count: number;
  readonly from: number;
  readonly planted: number;
  /** What the shop is called, which answers some. */
  readonly shop: string;
}

/** Customers who wrote about what they had ordered, each about a product once. */
export const reviewsPart = (of: ReviewsOfPast): Part => ({
  acts: ["submit review", "submit rating"],
  from: of.from,
  most: 2 * of.count,
  *write(past) {
    const occasions = occasionsOf(past, of);
    const chosen = occasions.toSorted((a, b) => a.chance - b.chance).slice(0, of.count);
    for (const occasion of chosen.toSorted((a, b) => a.at - b.at)) {
      yield;
      addReview(past, of, occasion);
    }
  },
});

/** Somebody may write about something. */
interface Occasion {
  readonly profile: Profile;
  readonly order: Event;
  /** What it is about, by its external id. */
  readonly product: string;
  /** What that is called. */
  readonly title: string;
  readonly item: string | null;
  readonly verified: boolean;
  readonly at: number;
  readonly chance: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How soon after an order somebody writes about it. @guess */
const soonestMs = 6 * hourMs;
const latestMs = 30 * dayMs;

function occasionsOf(past: Past, { before, dice, from }: ReviewsOfPast): Occasion[] {
  const placed = before.table(metrics).find(["name"], ["Placed Order"])?.id;
  const items = [...before.table(catalogItems).all()].filter(({ published }) => published);
  const found: Occasion[] = [];
  const written = new Set(
    Array.from(before.table(reviews).all(), (each) => pairOf(each.profile, each.external_id)),
  );
  for (const id of past.people()) {
    const profile = before.table(profiles).get(id);
    if (profile?.email == null) continue;
    for (const order of past.doneBy(id)) {
      // As many dice for each, so that none shifts another.
      const [soon, which, chance] = [dice.fraction(), dice.fraction(), dice.fraction()];
      if (order.metric !== placed || order.time < from) continue;
      // Nothing of the past is later than what was last heard of anybody.
      const earliest = order.time + soonestMs;
      const span = Math.min(profile.last_event_date ?? 0, order.time + latestMs) - earliest;
      const about = productOf(order, items, which);
      if (span < 0 || about === undefined) continue;
      const pair = pairOf(id, about.product);
      if (written.has(pair)) continue;
      written.add(pair);
      const at = Math.floor(earliest + soon * span);
      found.push({ profile, order, at, chance, ...about });
    }
  }
  return found;
}

/** Whoever wrote about something once does not again. */
const pairOf = (profile: string | null, product: string | null) => `${profile} ${product}`;

/** What an order's customer writes about: what was ordered, if the catalog has it, else something that it has. */
function productOf(order: Event, items: readonly CatalogItem[], which: number) {
  const ordered = productsIn(order).flat();
  const bought = items.find(({ external_id }) => ordered.includes(external_id));
  const item = bought ?? items[Math.floor(which * items.length)];
  if (item !== undefined) {
    const { external_id: product, title, id } = item;
    return { product, title, item: id, verified: item === bought };
  }
  const [product] = ordered;
  if (product === undefined) return undefined;
  return { product, title: nameIn(order), item: null, verified: true };
}

/** What an order calls the first of its items. */
function nameIn({ properties }: Event): string {
  const items: unknown = properties["Items"];
  const first = Array.isArray(items) ? (items[0] as Properties | null) : null;
  const name = first?.["ProductName"];
  return typeof name === "string" ? name : "product";
}

function addReview(past: Past, of: ReviewsOfPast, occasion: Occasion): void {
  const { dice } = of;
  const { profile, order, product, item, at } = occasion;
  const id = ulid(dice, at);
  const said = saidBy(dice, occasion);
  const { review_type, rating, title, content } = said;
  const external_id = review_type === "store" ? null : product;
  past.add(reviews, {
    ...said,
    ...standing(of, occasion, said),
    id,
    email: profile.email,
    author: signed(profile),
    created: at,
    images: [],
    external_id,
    item: external_id === null ? null : item,
    verified: external_id !== null && occasion.verified,
    profile: profile.id,
    order: order.unique_id,
    incentive_type: null,
    custom_questions: [],
    edited: false,
  });
  const about = {
    review_id: id,
    review_type,
    ...(external_id !== null && { product_id: external_id }),
    ...(rating !== null && { rating }),
    ...(title !== null && { title }),
    ...(content !== null && { content }),
  };
  const act = review_type === "rating" ? "submit rating" : "submit review";
  past.event(dice, act, profile.id, about, at);
}

/** As reviews are signed: `Ada B.` */
const signed = ({ first_name, last_name }: Profile): string =>
  [first_name ?? "A customer", last_name === null ? "" : `${last_name.charAt(0)}.`]
    .join(" ")
    .trim();

/** Most are content. @guess */
const ratings = [5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 3, 3, 3, 2, 1, 1] as const;

type Said = Pick<Review, "content" | "rating" | "review_type" | "title">;

/** What somebody writes: mostly a review. @guess */
function saidBy(dice: Dice, { title: it }: Occasion): Said {
  const kind = dice.fraction();
  const rating = dice.pick(ratings);
  if (kind < 0.05) return { review_type: "question", rating: null, ...questionWords(dice, it) };
  if (kind < 0.1) return { review_type: "store", rating: Math.max(4, rating), ...storeWords(dice) };
  if (kind < 0.2) return { review_type: "rating", rating, title: null, content: null };
  return { review_type: "review", rating, ...reviewWords(dice, rating, it) };
}

type Standing = Pick<
  Review,
  "state" | "rejection_reason" | "smart_quote" | "public_reply" | "updated"
>;

/** What moderators made of it by now. @guess */
function standing({ dice, planted, shop }: ReviewsOfPast, { at, profile }: Occasion, said: Said) {
  const [decides, later] = [dice.fraction(), dice.integer(hourMs, 2 * dayMs)];
  const reason = dice.pick(rejectionReasons);
  const decided = at + later;
  const stays = { rejection_reason: null, smart_quote: null, public_reply: null };
  // The newest have not been looked at.
  if (decided > planted || decides < 0.03) {
    return { ...stays, state: "pending", updated: at } satisfies Standing;
  }
  const now = { ...stays, updated: decided };
  if (decides < 0.06) {
    return { ...now, state: "rejected", rejection_reason: { reason } } satisfies Standing;
  }
  if (decides < 0.1) return { ...now, state: "unpublished" } satisfies Standing;
  if (said.review_type === "review" && said.rating === 5 && decides < 0.3) {
    const smart_quote = (said.content ?? "").replace(/^(.*?[.!]) .*$/, "$1");
    return { ...now, state: "featured", smart_quote } satisfies Standing;
  }
  const isSad = (said.rating ?? 5) < 3;
  const reply = {
    content: replyTo(profile.first_name ?? "dear customer"),
    author: shop,
    updated: formatDatetime(decided),
  };
  return { ...now, state: "published", public_reply: isSad ? reply : null } satisfies Standing;
}
