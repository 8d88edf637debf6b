import type { Dice } from "../../world/dice.ts";
import type { Subscriber } from "./subscribers.ts";

/** How likely a mail is opened and clicked, and how much likelier by whoever buys soon after. @guess */
const usual = { open: 0.3, click: 0.03 } as const;
const buying = { open: 0.8, click: 0.45 } as const;
const bounceRate = 0.008;

/** How soon after a mail an order makes it likely that the mail led to it. */
const buyingMs = 4 * 86_400_000;

const minuteMs = 60_000;

/** What became of a mail. */
export interface Read {
  readonly bounced: boolean;
  readonly opened: number | null;
  readonly clicked: number | null;
}

/**
 * What somebody did with a mail, by chance, so that it fits what they bought.
 *
 * @param orders when they ordered, in any order
 */
export function readingOf(
  dice: Dice,
  at: number,
  { until }: Subscriber,
  orders: readonly number[],
): Read {
  // As many dice for each, so that none shifts another.
  const [fails, reads, goes, soon] = [
    dice.fraction(),
    dice.fraction(),
    dice.fraction(),
    dice.fraction(),
  ];
  const order = orders.find((each) => each > at + 2 * minuteMs && each <= at + buyingMs);
  const rates = order === undefined ? usual : buying;
  if (fails < bounceRate) return { bounced: true, opened: null, clicked: null };
  const span = order === undefined ? 600 * minuteMs : order - at - 2 * minuteMs;
  const opened = at + minuteMs + Math.round(soon * soon * span);
  const clicked = opened + Math.round((0.1 + 0.9 * goes) * minuteMs);
  const opens = reads < rates.open && opened <= until;
  const clicks = opens && goes * rates.open < rates.click && clicked <= until;
  return { bounced: false, opened: opens ? opened : null, clicked: clicks ? clicked : null };
}
