import type { StageName } from "../contract/stages.ts";
import type { Exchange } from "./exchange.ts";
import type { Stage } from "./stage.ts";

/** A stage under its name, which a `Way` asks of exchanges in its own phase alone. */
export type Step = readonly [name: StageName, stage: Stage];

type Rest<Names extends readonly StageName[]> = Names extends readonly [
  StageName,
  ...infer Left extends readonly StageName[],
]
  ? Left
  : never;

/**
 * Stages one after the other, which the compiler holds against two orders: each has the name that is next in `Names`,
 * and takes an exchange in the phase in which the one before it gives it on.
 */
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
