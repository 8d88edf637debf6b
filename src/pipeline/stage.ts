import type { Refusal } from "../jsonapi/refusal.ts";
import type { Outcome } from "../verbs/outcome.ts";
import type { Act } from "../world/faults/faults.ts";
import type { Exchange, Opened } from "./exchange.ts";
import type { StageName } from "../contract/stages.ts";

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
  readonly hint: string | undefined;

  constructor(status: number, body = "", extra: Partial<Pick<Plain, "headers" | "hint">> = {}) {
    this.status = status;
    this.headers = extra.headers ?? {};
    this.body = body;
    this.hint = extra.hint;
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

/** A stage under its name, which a `Way` asks of exchanges in its own phase alone. */
export type Step = readonly [name: StageName, stage: Stage];

type Rest<Names extends readonly StageName[]> = Names extends readonly [
  StageName,
  ...infer Left extends readonly StageName[],
]
  ? Left
  : never;

/** Stages in the order of `Names`; each takes an exchange in the phase in which the one before gives it on. */
export class Way<Phase extends Exchange, Names extends readonly StageName[]> {
  readonly #steps: readonly Step[];

  constructor(steps: readonly Step[] = []) {
    this.#steps = steps;
  }

  through<Next extends Phase>(name: Names[0], stage: Stage<Phase, Next>): Way<Next, Rest<Names>> {
    return new Way([...this.#steps, [name, stage as unknown as Stage]]);
  }

  /** All of them, once there is one of each name. */
  end(this: Way<Phase, readonly []>): readonly Step[] {
    return this.#steps;
  }
}
