import { type CatalogItem, catalogItems } from "../../areas/catalogs/resources.ts";
import { metrics, type Event } from "../../domain/resources/event.ts";
import { productsIn } from "../../domain/events/metrics.ts";
import { type Profile, profiles } from "../../domain/resources/profile.ts";
import { type Review, rejectionReasons, reviews } from "../../domain/resources/review.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import { type NewReview, submitReview } from "../../domain/reviews/reviews.ts";
import type { Account } from "../../world/account.ts";
import type { Dice } from "../../world/dice.ts";
import { put } from "../../world/store/store.ts";
import { member } from "../recording/exchange.ts";
import { shopOf } from "../kinds/flows.ts";
import type { Act, Before } from "./replay.ts";
import { questionWords, replyTo, reviewWords, storeWords } from "./texts.ts";

/** Customers who wrote about what they had ordered, each about a product once. */
export function reviewActs(before: Before, count: number): Act[] {
  const chosen = occasionsOf(before)
    .toSorted((a, b) => a.chance - b.chance)
    .slice(0, count);
  return chosen
    .toSorted((a, b) => a.at - b.at)
    .flatMap((occasion) => {
      const said = saidBy(before.dice, occasion);
      const { at, ...standing } = decided(before, occasion, said);
      let id = "";
      const writes: Act = {
        at: occasion.at,
        run: (now) => (id = submitReview(before.account, written(occasion, said), now) ?? ""),
      };
      return at === undefined
        ? [writes]
        : [writes, { at, run: (now) => moderated(before.account, id, standing, now) }];
    });
}

type Occasion = ReturnType<typeof occasionsOf>[number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const soonestMs = 6 * hourMs;
const latestMs = 30 * dayMs;

function occasionsOf({ account, done, dice, from }: Before) {
  const placed = account.table(metrics).find(["name"], ["Placed Order"])?.id;
  const items = [...account.table(catalogItems).all()].filter(({ published }) => published);
  const written = new Set(
    Array.from(account.table(reviews).all(), (each) => pairOf(each.profile, each.external_id)),
  );
  return [...done].flatMap(([id, events]) => {
    const profile = account.table(profiles).get(id);
    if (profile?.email == null) return [];
    return events.flatMap((order) => {
      // As many dice for each, so that none shifts another.
      const [soon, which, chance] = [dice.fraction(), dice.fraction(), dice.fraction()];
      if (order.metric !== placed || order.time < from) return [];
      // Nothing of the past is later than what was last heard of anybody.
      const earliest = order.time + soonestMs;
      const span = Math.min(profile.last_event_date ?? 0, order.time + latestMs) - earliest;
      const about = productOf(order, items, which);
      if (span < 0 || about === undefined) return [];
      const pair = pairOf(id, about.product);
      if (written.has(pair)) return [];
      written.add(pair);
      return [{ profile, order, at: Math.floor(earliest + soon * span), chance, ...about }];
    });
  });
}

/** Whoever wrote about something once does not again. */
const pairOf = (profile: string | null, product: string | null) => `${profile} ${product}`;

/** What an order's customer writes about, by its external id: what was ordered, if the catalog has it, else something that it has. */
function productOf(order: Event, items: readonly CatalogItem[], which: number) {
  const ordered = productsIn(order).flat();
  const bought = items.find(({ external_id }) => ordered.includes(external_id));
  const item = bought ?? items[Math.floor(which * items.length)];
  if (item !== undefined) return { product: item.external_id, title: item.title };
  const [product] = ordered;
  const name = member(order.properties, "Items", "0", "ProductName");
  return product === undefined
    ? undefined
    : { product, title: typeof name === "string" ? name : "product" };
}

function written({ profile, order, product }: Occasion, said: Said): NewReview {
  return {
    ...said,
    email: profile.email ?? "",
    author: signed(profile),
    images: [],
    external_id: said.review_type === "store" ? null : product,
    order: order.unique_id,
    incentive_type: null,
    custom_questions: [],
  };
}

function moderated(account: Account, id: string, standing: Standing, now: number): void {
  const review = account.table(reviews).get(id);
  if (review !== undefined)
    account.commit([put(reviews, { ...review, ...standing, updated: now })]);
}

/** As reviews are signed: `Ada B.` */
const signed = ({ first_name, last_name }: Profile): string =>
  [first_name ?? "A customer", last_name === null ? "" : `${last_name.charAt(0)}.`]
    .join(" ")
    .trim();

/** Most are content. */
const ratings = [5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 3, 3, 3, 2, 1, 1] as const;

type Said = Pick<Review, "content" | "rating" | "review_type" | "title">;

/** What somebody writes: mostly a review. */
function saidBy(dice: Dice, { title: it }: Occasion): Said {
  const kind = dice.fraction();
  const rating = dice.pick(ratings);
  if (kind < 0.05) return { review_type: "question", rating: null, ...questionWords(dice, it) };
  if (kind < 0.1) return { review_type: "store", rating: Math.max(4, rating), ...storeWords(dice) };
  if (kind < 0.2) return { review_type: "rating", rating, title: null, content: null };
  return { review_type: "review", rating, ...reviewWords(dice, rating, it) };
}

type Standing = Pick<Review, "state" | "rejection_reason" | "smart_quote" | "public_reply">;

/** What moderators make of it, and when; at no instant where nobody has looked at it by now. */
function decided(
  { account, dice, planted }: Before,
  { at: written, profile }: Occasion,
  said: Said,
): Standing & { readonly at: number | undefined } {
  const [decides, later] = [dice.fraction(), dice.integer(hourMs, 2 * dayMs)];
  const reason = dice.pick(rejectionReasons);
  const at = written + later;
  const plain = { at, rejection_reason: null, smart_quote: null, public_reply: null };
  if (at > planted || decides < 0.03) return { ...plain, state: "pending", at: undefined };
  if (decides < 0.06) return { ...plain, state: "rejected", rejection_reason: { reason } };
  if (decides < 0.1) return { ...plain, state: "unpublished" };
  if (said.review_type === "review" && said.rating === 5 && decides < 0.3) {
    const smart_quote = (said.content ?? "").replace(/^(.*?[.!]) .*$/, "$1");
    return { ...plain, state: "featured", smart_quote };
  }
  if ((said.rating ?? 5) >= 3) return { ...plain, state: "published" };
  const content = replyTo(profile.first_name ?? "dear customer");
  const reply = { content, author: shopOf(account).fromLabel, updated: formatDatetime(at) };
  return { ...plain, state: "published", public_reply: reply };
}
