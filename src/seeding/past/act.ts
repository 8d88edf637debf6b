import type { Event } from "../../domain/resources/event.ts";
import type { Account } from "../../world/account.ts";
import type { Dice } from "../../world/dice.ts";

/** Something that happened at an instant, in milliseconds since 1970. */
export interface Act {
  readonly at: number;
  /** Has the domain do it, while the account's clock shows that instant. */
  readonly run: (now: number) => void;
}

/** An account whose past is to be run, with its people as they are planted. */
export interface Before {
  readonly account: Account;
  readonly dice: Dice;
  /** The instant of the start, and the first instant of the past: a year before. */
  readonly planted: number;
  readonly from: number;
  /** The ids of those whose past it is. */
  readonly people: ReadonlySet<string>;
  /** What each of them did, the oldest first, without the service's own events. */
  readonly done: ReadonlyMap<string, readonly Event[]>;
}
