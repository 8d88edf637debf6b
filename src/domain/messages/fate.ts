import type { Dice } from "../../world/dice.ts";
import type { Failure, MessageChannel } from "./records.ts";
import type { Rates } from "./rates.ts";

/** What a person may do about a message. */
export type Reaction = "open" | "click" | "unsubscribe" | "mark";

/** Something that is to happen, at an instant of world time. */
export interface Coming {
  readonly reaction: Reaction;
  readonly at: number;
}

const minuteMs = 60_000;
/** Until a message is opened. */
const openMsMean = 120 * minuteMs;
const openMsMax = 3 * 24 * 60 * minuteMs;
/** From there until what else is done about it. */
const actMsMin = 5000;
const actMsMax = 5 * minuteMs;

/** Of the bounces, those that say that the address does not work. */
const hardPart = 0.5;

/** What may be done about messages of each channel. */
const reactions: Readonly<Record<MessageChannel, readonly Reaction[]>> = {
  email: ["open", "click", "unsubscribe", "mark"],
  sms: ["click", "unsubscribe"],
  push: ["open"],
  whatsapp: [],
};

/**
 * What becomes of a message, by chance. As many dice are thrown for each, whatever they say, so that rates that are
 * changed leave the rest of the stream as it was.
 */
export function fateOf(
  dice: Dice,
  rates: Rates,
  channel: MessageChannel,
  at: number,
): { readonly failure: Failure | null; readonly coming: readonly Coming[] } {
  const [sent, kind, drawn, leaves, marks, late, soon] = Array.from({ length: 7 }, () =>
    dice.fraction(),
  ) as [number, number, number, number, number, number, number];
  if (sent >= rates.deliver) {
    const bounces = sent < rates.deliver + rates.bounce;
    return { failure: bounces ? (kind < hardPart ? "Hard" : "Soft") : "dropped", coming: [] };
  }
  const opening = Math.min(minuteMs - Math.log(1 - late) * openMsMean, openMsMax);
  const acting = actMsMin + soon * (actMsMax - actMsMin);
  // Whoever clicks is among those who open, as far as the rates allow.
  const chosen: Readonly<Record<Reaction, readonly [boolean, number]>> = {
    open: [drawn < rates.open, opening],
    click: [drawn < rates.click, opening + acting],
    unsubscribe: [leaves < rates.unsubscribe, opening + 2 * acting],
    mark: [marks < rates.spam, opening + 3 * acting],
  };
  const coming = reactions[channel].flatMap((reaction) => {
    const [happens, after] = chosen[reaction];
    return happens ? [{ reaction, at: at + Math.round(after) }] : [];
  });
  return { failure: null, coming };
}
