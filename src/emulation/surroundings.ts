import { integer, literal, number, object, oneOf, record, type Infer } from "../contract/shape.ts";
import type { Shape } from "../contract/shape.ts";
import { type Course, courseOf } from "../world/time/course.ts";
import type { Emulation } from "./emulation.ts";

export const courseShape = object({
  mode: literal("real", "offset", "frozen", "accelerated"),
  factor: number(),
  ms: number(),
}) satisfies Shape<Course>;

const overrides = record(record(integer({ min: 1 })));

export const surroundingsShape = object({
  clock: courseShape,
  /** How requests are limited, and the windows that are not as published. */
  limits: object({
    mode: oneOf(literal("real", "off"), number()),
    operations: overrides,
    tiers: overrides,
  }),
  /** How many planned faults could still act: they end with the process. */
  faults: integer({ min: 0 }),
});

export type Surroundings = Infer<typeof surroundingsShape>;

export function surroundingsOf({ lasting: world, limitOverrides }: Emulation): Surroundings {
  const { operations, tiers } = limitOverrides as Surroundings["limits"];
  return {
    clock: courseOf(world.clock),
    limits: { mode: world.limiting.mode, operations, tiers },
    faults: world.faults.left(world.clock.now()),
  };
}
