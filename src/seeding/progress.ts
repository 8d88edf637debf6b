/** How far seeding has come. */
interface SeedProgress {
  /** From 0 to 1. */
  readonly done: number;
  /** How many profiles and events there will be. */
  readonly records: number;
  /** Whether the past of a fixture is being run, which takes its time for few, too. */
  readonly isPast?: boolean;
}

export type OnProgress = (progress: SeedProgress) => void;

/** What part of the time planning takes; planting takes the rest. Measured, and about right. */
const planned = 0.35;

/** Tells of a part of seeding, as a part of the whole. */
export const planning =
  (told: OnProgress): OnProgress =>
  ({ done, records }) =>
    told({ done: done * planned, records });

/** Where a past is run, that takes most of the rest: what is planted beside it comes after it. */
const past = 0.6;

export const running =
  (told: OnProgress): OnProgress =>
  ({ done, records }) =>
    told({ done: planned + done * past, records, isPast: true });

export const plantingRest =
  (told: OnProgress): OnProgress =>
  ({ done, records }) =>
    told({ done: planned + past + done * (1 - planned - past), records });

export const planting =
  (told: OnProgress): OnProgress =>
  ({ done, records }) =>
    told({ done: planned + done * (1 - planned), records });
