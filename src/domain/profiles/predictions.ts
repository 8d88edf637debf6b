import { formatDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import type { Table } from "../../world/store/store.ts";
import { amountOf, findMetric } from "../events/metrics.ts";
import { members, type Predictions } from "./shown-shapes.ts";
import { type Event, events, type Metric } from "../resources/event.ts";

const dayMs = 86_400_000;

/** When an account is eligible (behaviour.md, 13): so many customers, and orders for so long. */
const eligible = { customers: 500, historyDays: 180, recentDays: 30, orders: 3 } as const;

type Orders = { count: number; sum: number; first: number; last: number };

interface Book {
  readonly customers: ReadonlyMap<string, Orders>;
  readonly first: number;
  readonly last: number;
  /** The days between two orders of one customer, on average over all. */
  readonly gapDays: number | null;
}

const nothing = Object.fromEntries(members.map((name) => [name, null])) as Predictions;

/**
 * What is predicted of a profile for the year to come.
 * @guess get_profile, get_profiles: Predictions follow from the paid orders alone, so that a test can work them out.
 *
 * - g, the days between two orders: the customer's own average, with one order that of all customers
 * - churn_probability = 1 - 0.5 ^ (days since the last order / g)
 * - predicted_number_of_orders = (1 - churn_probability) * 365 / g
 * - predicted_clv = predicted_number_of_orders * average_order_value
 * - expected_date_of_next_order = the last order + g
 *
 * @returns undefined, or nulls, for an account that is not eligible, as its settings have it
 */
export function predictionsOf(account: Account, profile: string, now = account.clock.now()) {
  const { book } = bookOf(account, now);
  if (!isEligible(book, now)) {
    return account.settings.withoutPredictions === "null" ? nothing : undefined;
  }
  const orders = book.customers.get(profile);
  if (orders === undefined) return { ...nothing, historic_clv: 0, historic_number_of_orders: 0 };
  const { count, sum, last } = orders;
  const own = count > 1 ? gapOf(orders) : null;
  const gap = expectedGap(orders, book);
  const churn = 1 - 0.5 ** (Math.max(0, now - last) / dayMs / gap);
  const predicted = ((1 - churn) * 365) / gap;
  const value = predicted * (sum / count);
  return {
    historic_clv: rounded(sum),
    predicted_clv: rounded(value),
    total_clv: rounded(sum + value),
    historic_number_of_orders: count,
    predicted_number_of_orders: rounded(predicted),
    average_days_between_orders: own === null ? null : rounded(own),
    average_order_value: rounded(sum / count),
    churn_probability: rounded(churn),
    expected_date_of_next_order: formatDatetime(Math.floor((last + gap * dayMs) / 1000) * 1000),
  };
}

const expectedGap = (orders: Orders, { gapDays }: Book): number =>
  Math.max((orders.count > 1 ? gapOf(orders) : gapDays) ?? eligible.historyDays, 1);

/** When time alone may next change what is predicted of anybody: by eligibility, or by an order that lay ahead. */
export function accountTurn(account: Account, now: number): number {
  const { book, until } = bookOf(account, now);
  const eligibleFrom = book.first + eligible.historyDays * dayMs;
  const eligibleUntil = book.last + eligible.recentDays * dayMs + 1;
  return firstAfter(now, [until, eligibleFrom, eligibleUntil]);
}

/** When what falls or rises with time may next pass the amount that it is compared with. */
export function profileTurn(
  account: Account,
  profile: string,
  now: number,
  asked: { readonly dimension: string; readonly filter: object },
): number {
  const { book } = bookOf(account, now);
  const orders = book.customers.get(profile);
  const amount = "value" in asked.filter ? asked.filter.value : undefined;
  if (orders === undefined || typeof amount !== "number") return Infinity;
  return firstAfter(now, crossings(asked.dimension, amount, orders, expectedGap(orders, book)));
}

const firstAfter = (now: number, turns: readonly number[]): number =>
  Math.min(...turns.filter((turn) => turn > now), Infinity);

/** When a number, as it is rounded, may become or cease to be an amount, or go beyond it. */
function crossings(dimension: string, amount: number, orders: Orders, gap: number): number[] {
  const { count, sum, last } = orders;
  // What is left of the customer, from 1 to 0: half of it is gone after every gap.
  const leftAt: Readonly<Record<string, (value: number) => number>> = {
    churn_probability: (value) => 1 - value,
    predicted_number_of_orders: (value) => (value * gap) / 365,
    predicted_clv: (value) => (value * gap) / 365 / (sum / count),
    total_clv: (value) => ((value - sum) * gap) / 365 / (sum / count),
  };
  const left = Object.hasOwn(leftAt, dimension) ? leftAt[dimension] : undefined;
  if (left === undefined) return [];
  const cents = Math.floor(amount * 100);
  return [-0.5, 0.5, 1.5]
    .map((edge) => left((cents + edge) / 100))
    .filter((share) => share > 0 && share < 1)
    .map((share) => Math.ceil(last - Math.log2(share) * gap * dayMs) + 1);
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

const gapOf = ({ count, first, last }: Orders): number => (last - first) / dayMs / (count - 1);

function isEligible({ customers, first, last }: Book, now: number): boolean {
  return (
    customers.size >= eligible.customers &&
    now - first >= eligible.historyDays * dayMs &&
    now - last <= eligible.recentDays * dayMs &&
    [...customers.values()].some(({ count }) => count >= eligible.orders)
  );
}

/** The book of a table, until it is written to, or an order that was to come has come. */
interface CachedBook {
  readonly version: number;
  readonly from: number;
  readonly until: number;
  readonly book: Book;
}

const books = new WeakMap<Table<Event>, CachedBook>();

function bookOf(account: Account, now: number): CachedBook {
  const table = account.table(events);
  const kept = books.get(table);
  if (kept?.version === table.version && now >= kept.from && now < kept.until) return kept;
  const made = { version: table.version, from: now, ...read(account, table, now) };
  books.set(table, made);
  return made;
}

export const orderMetric = (account: Account): Metric | undefined =>
  findMetric(account, account.settings.orderMetric ?? "Placed Order");

function read(account: Account, table: Table<Event>, now: number) {
  const metric = orderMetric(account);
  const customers = new Map<string, Orders>();
  let until = Number.POSITIVE_INFINITY;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const orders =
    metric === undefined ? [] : table.scan(["metric_id", "datetime"], { prefix: [metric.id] });
  for (const { profile, time, properties } of orders) {
    const value = amountOf({ properties });
    if (value <= 0) continue;
    // They come in the order of their times.
    if (time > now) {
      until = time;
      break;
    }
    first = Math.min(first, time);
    last = Math.max(last, time);
    const known = customers.get(profile);
    if (known === undefined)
      customers.set(profile, { count: 1, sum: value, first: time, last: time });
    else {
      known.count += 1;
      known.sum += value;
      known.last = time;
    }
  }
  const gaps = [...customers.values()].filter(({ count }) => count > 1).map(gapOf);
  const gapDays = gaps.length === 0 ? null : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  return { book: { customers, first, last, gapDays }, until };
}
