import type { Refusal } from "../jsonapi/refusal.ts";
import type { Outcome } from "../verbs/outcome.ts";
import type { Act } from "../world/faults/faults.ts";
import type { Exchange, Opened } from "./exchange.ts";

/** The answer that a planned fault gives in place of the service. */
export class Planned {
  readonly act: Act;
  constructor(act: Act) {
    this.act = act;
  }
}

/** An answer in a form of its own: none of the service's documents. */
export class Plain {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What a person is told beside it. */
  readonly hint?: string;

  constructor(
    status: number,
    body = "",
    { headers = {}, hint }: { headers?: Readonly<Record<string, string>>; hint?: string } = {},
  ) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    if (hint !== undefined) this.hint = hint;
  }
}

export type Answer = Outcome | Refusal | Planned | Plain;

/**
 * A step on the way of a request, which comes to it in the phase `In`: it answers, or it lets the request pass to
 * the next, in the phase `Out`, by giving the exchange on. A promise is for the steps that take time on the clock, and for
 * what is loaded when it is first needed.
 */
export type Stage<In extends Exchange = Opened, Out extends In = In> = (
  exchange: In,
) => Answer | Out | Promise<Answer | Out>;
