/**
 * What is published of a client's retries, by its documentation, for these options. It says nothing about
 * which errors it retries: what it did is in the proxy's log.
 */
export interface Published {
  /** The most attempts that it makes at a call that keeps failing. */
  readonly attempts: number;
  /** The longest that such a call lasts where no answer says how long to wait, in milliseconds. */
  readonly lastsMs: number;
  /** How its own waits go on within a call. */
  readonly waits: "none" | "fixed" | "growing";
  /** How its own waits differ where all else is equal; `little`: by less than a rule can be sure of. */
  readonly jitter: "none" | "little" | "much";
  /** What it makes of Retry-After in seconds; a number: it waits no longer than so many milliseconds. */
  readonly retryAfter: "ignored" | "heeded" | number;
  /** What it makes of Retry-After as an HTTP-date. */
  readonly dates: "ignored" | "heeded" | number;
  /** How long it waits for an answer, in milliseconds. Default: for ever. */
  readonly waitsMs?: number;
  /** Loops of retries, one inside the other. Default: one. */
  readonly loops?: 2;
}

/** Of one that never tries again. */
export const never: Published = {
  attempts: 1,
  lastsMs: 0,
  waits: "none",
  jitter: "none",
  retryAfter: "ignored",
  dates: "ignored",
};
