const eventsPerProfile = 10;

/** How many people and events are generated, in the place of what fixtures say. */
export type Amounts = { readonly profiles: number; readonly events: number };

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

export interface MoreAmounts {
  readonly objects: number;
  readonly templates: number;
  readonly images: number;
}

export const moreMax = { objects: 100_000, templates: 1_000, images: 1_000 } as const;

/** Of what nothing is said: a product for one person in ten, and a few of the rest. */
export const moreAmountsOf = (
  { profiles }: Amounts,
  said: { readonly [Name in keyof MoreAmounts]?: number | undefined },
): MoreAmounts => ({
  objects: said.objects ?? Math.ceil(profiles / 10),
  templates: said.templates ?? 4,
  images: said.images ?? 4,
});

type Counted = keyof Amounts | keyof MoreAmounts;

export class AmountError extends Error {
  readonly option: Counted;
  constructor(message: string, option: Counted) {
    super(message);
    this.option = option;
  }
}
