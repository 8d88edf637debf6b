import type { RuleResult } from "../card-shape.ts";

/** An option of the client's library that brings it to follow a rule. */
export type Advice = NonNullable<RuleResult["advice"]>;

/** What introduces the option, wherever it is shown. */
export const adviceText = ({ library, into, source, isTried }: Advice): string =>
  `With ${library}, in ${into} (${isTried ? "tried" : "not tried"}, see ${source}):`;
