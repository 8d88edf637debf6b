import type { Properties } from "../../domain/objects/records.ts";
import type { Dice } from "../../world/dice.ts";
import type { Pools, Product } from "./pools.ts";

/** The metrics of a shop, in the order in which a visit usually meets them. */
export const storyMetrics = [
  "Subscribed to List",
  "Active on Site",
  "Viewed Product",
  "Added to Cart",
  "Started Checkout",
  "Placed Order",
  "Ordered Product",
  "Fulfilled Order",
  "Cancelled Order",
  "Refunded Order",
  "Unsubscribed from Email Marketing",
] as const;

export type StoryMetric = (typeof storyMetrics)[number];

/** One event of a story; `at` in whole seconds from the moment of planting. */
interface Scene {
  at: number;
  readonly metric: StoryMetric;
  readonly properties: Properties;
  readonly uniqueId: string | undefined;
}

/** What is settled of a person before the story is told. Times are seconds from planting. */
interface Part {
  readonly signedUp: number;
  /** The last moment at which anything happens. */
  readonly until: number;
  readonly length: number;
  /** The list that was joined on signing up, if any. */
  readonly joins: string | undefined;
  readonly unsubscribes: boolean;
  /** How likely a visit is to end in an order, 0 to 1. */
  readonly buys: number;
}

export interface Tale {
  readonly scenes: Scene[];
  /** The scene in which each order was placed, and for how much (in cents). */
  readonly orders: { readonly placed: Scene; readonly cents: number }[];
  /** The last checkout that was started, if it led to no order. */
  abandoned: Scene | undefined;
}

const day = 86_400;

/** What an order's fate adds to a visit at most. */
const fateMax = 2;

/** Events of a middling visit, by which visits are spread over the time there is. */
const visitLength = 5;

/** Tells stories of a shop's people, in which nothing happens before its cause. */
export class Storyteller {
  readonly #dice: Dice;
  readonly #pools: Pools;
  readonly #currency: string;
  #orderNumber = 10_000;
  #tale: Tale = { scenes: [], orders: [], abandoned: undefined };

  constructor(dice: Dice, pools: Pools, currency: string) {
    this.#dice = dice;
    this.#pools = pools;
    this.#currency = currency;
  }

  tell({ signedUp, until, length, joins, unsubscribes, buys }: Part): Tale {
    const tale: Tale = { scenes: [], orders: [], abandoned: undefined };
    this.#tale = tale;
    let left = length;
    if (joins !== undefined && left > 0)
      left -= this.#add(signedUp, "Subscribed to List", { List: joins, Method: "Form" });
    const farewell = unsubscribes && left > 0 ? 1 : 0;
    left -= farewell;
    let at = signedUp + this.#dice.integer(5, 60);
    while (left > 0) {
      left -= this.#visit(at, until, left, buys);
      // The visits that are still to come share the time that is left.
      const share = Math.max(0, until - at) / (left / visitLength + 1);
      at += Math.floor(share * (0.4 + 1.2 * this.#dice.fraction()));
    }
    // Behind everything; it is moved to the last second there is.
    if (farewell === 1)
      this.#add(Infinity, "Unsubscribed from Email Marketing", { Method: "Link" });
    fit(tale.scenes, signedUp, until);
    return tale;
  }

  #add(at: number, metric: StoryMetric, properties: Properties, uniqueId?: string): 1 {
    this.#tale.scenes.push({ at, metric, properties, uniqueId });
    return 1;
  }

  /** One visit to the shop, of at most `left` events. @returns how many it has */
  #visit(start: number, until: number, left: number, buys: number): number {
    const [dice, tale] = [this.#dice, this.#tale];
    const before = tale.scenes.length;
    let at = start;
    const later = () => (at += dice.integer(20, 240));
    const roll = dice.fraction();
    // Each thing is seen, put into the cart and ordered, between the arrival and the order's fate.
    const fits = Math.floor((left - 3 - fateMax) / 3);
    const items = Math.max(1, Math.min(fits, dice.integer(1, 3)));
    const orders = roll < buys && fits >= 1;
    const hesitates = !orders && roll < buys + 0.2 && left >= 2 + 2 * items;
    this.#add(at, "Active on Site", dice.pick(this.#pools.visits));
    if (!orders && !hesitates) {
      const views = Math.min(left - 1, dice.integer(1, 4));
      for (let view = 0; view < views; view += 1) this.#view(later());
      return 1 + views;
    }
    const cart = Array.from({ length: items }, () => {
      const product = this.#view(later());
      this.#add(later(), "Added to Cart", product.added);
      return { product, quantity: dice.fraction() < 0.8 ? 1 : dice.integer(2, 3) };
    });
    const cents = cart.reduce((sum, { product, quantity }) => sum + product.cents * quantity, 0);
    const lines = cart.map(({ product, quantity }) => product.lines[quantity - 1]);
    const value = { $value: cents / 100, $value_currency: this.#currency };
    this.#orderNumber += 1;
    const order = `EX-${this.#orderNumber}`;
    const checkout = `${order}-checkout`;
    const checkoutProperties = { Items: lines, $event_id: checkout, ...value };
    this.#add(later(), "Started Checkout", checkoutProperties, checkout);
    if (hesitates) {
      tale.abandoned = tale.scenes.at(-1);
      return tale.scenes.length - before;
    }
    const placed = { OrderId: order, Items: lines, $event_id: order, ...value };
    this.#add(later(), "Placed Order", placed, order);
    tale.orders.push({ placed: tale.scenes.at(-1) as Scene, cents });
    tale.abandoned = undefined;
    for (const [place, { product, quantity }] of cart.entries()) {
      const $event_id = `${order}-${place + 1}`;
      const $value = (product.cents * quantity) / 100;
      const ordered = { ...product.lines[quantity - 1], $event_id, ...value, $value };
      this.#add(at + 1 + place, "Ordered Product", ordered, $event_id);
    }
    this.#fate(at, until, order, value);
    return tale.scenes.length - before;
  }

  #view(at: number): Product {
    const product = this.#dice.pick(this.#pools.products);
    this.#add(at, "Viewed Product", product.viewed);
    return product;
  }

  /** What becomes of an order, as far as it has come by now. */
  #fate(placed: number, until: number, order: string, value: Properties): void {
    const dice = this.#dice;
    const properties = { OrderId: order, $event_id: order, ...value };
    const roll = dice.fraction();
    if (roll < 0.06) {
      const cancelled = placed + dice.integer(600, 36_000);
      const reason = dice.pick(["Changed my mind", "Ordered twice", "Too slow"]);
      if (cancelled > until) return;
      this.#add(cancelled, "Cancelled Order", { Reason: reason, ...properties }, order);
      return;
    }
    const fulfilled = placed + dice.integer(day, 3 * day);
    if (fulfilled > until) return;
    this.#add(fulfilled, "Fulfilled Order", properties, order);
    const refunded = fulfilled + dice.integer(2 * day, 15 * day);
    if (roll > 0.93 && refunded <= until) this.#add(refunded, "Refunded Order", properties, order);
  }
}

/** Puts scenes in the order of their times, moved as little as it takes for each to have a second of its own within the bounds. */
function fit(scenes: Scene[], first: number, last: number): void {
  scenes.sort((a, b) => a.at - b.at);
  let free = first;
  for (const scene of scenes) {
    if (scene.at < free) scene.at = free;
    free = scene.at + 1;
  }
  let end = last;
  for (let index = scenes.length - 1; index >= 0; index -= 1) {
    const scene = scenes[index] as Scene;
    if (scene.at <= end) break;
    scene.at = end;
    end -= 1;
  }
}
