/** How many people and events the option counts bring if only one of them is said. @guess */
const eventsPerProfile = 10;

/** How many people and events are generated, in the place of what fixtures say. */
export interface Amounts {
  readonly profiles: number;
  readonly events: number;
}

/** Of the two, one may be left to follow from the other: ten events a person. */
export function amountsOf(
  profiles: number | undefined,
  events: number | undefined,
): Amounts | undefined {
  if (profiles === undefined && events === undefined) return undefined;
  return {
    profiles: profiles ?? Math.ceil((events ?? 0) / eventsPerProfile),
    events: events ?? (profiles ?? 0) * eventsPerProfile,
  };
}

/** Amounts that cannot be generated: which of the two, and why. */
export class AmountError extends Error {
  readonly option: keyof Amounts;
  constructor(message: string, option: keyof Amounts) {
    super(message);
    this.option = option;
  }
}
