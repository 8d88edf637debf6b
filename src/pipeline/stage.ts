import type { Refusal } from "../jsonapi/refusal.ts";
import type { Outcome } from "../verbs/outcome.ts";
import type { Exchange } from "./exchange.ts";

type Answer = Outcome | Refusal | undefined;

/**
 * A step on the way of a request: it answers, or it lets the request pass to the next. A promise is
 * for the steps that take time on the clock.
 */
export type Stage = (exchange: Exchange) => Answer | Promise<Answer>;
