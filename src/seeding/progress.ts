/** How far seeding, or reading a state, has come. */
interface SeedProgress {
  readonly done: number;
  /** How many profiles and events there will be. */
  readonly records: number;
  /** Whether the past of a fixture is being run, which takes its time for few, too. */
  readonly isPast?: boolean;
  /** Whether a state is read: its records are of all kinds. */
  readonly isRead?: boolean;
  /** Whether a data folder is written for the first time. */
  readonly isWritten?: boolean;
}

export type OnProgress = (progress: SeedProgress) => void;

const part =
  (from: number, share: number, isPast?: true) =>
  (told: OnProgress): OnProgress =>
  ({ done, records }) =>
    told({ done: from + done * share, records, ...(isPast && { isPast }) });

/** Planning takes a part of the time, and planting the rest. Measured, and about right. */
export const planning = part(0, 0.35);
export const planting = part(0.35, 0.65);

/** Where a past is run, that takes most of the rest: what is planted beside it comes after it. */
export const running = part(0.35, 0.6, true);
export const plantingRest = part(0.95, 0.05);

/** Tells of the lines of a state: each is read, and then loaded. @returns is told of how many more are */
export const reading = (told: OnProgress, records: number): ((lines: number) => void) =>
  counting((done) => told({ done, records, isRead: true }), 2 * records);

/** Tells of the lines of a folder that is written. @returns is told of how many more are */
export const writing = (told: OnProgress, records: number): ((lines: number) => void) =>
  counting((done) => told({ done, records, isWritten: true }), records);

function counting(told: (done: number) => void, all: number): (more: number) => void {
  let [count, last] = [0, 0];
  return (more) => {
    count += more;
    const done = Math.min(1, count / all);
    // Some hundred times at most.
    if (done < 1 && done - last < 0.005) return;
    last = done;
    told(done);
  };
}
