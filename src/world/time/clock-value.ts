/**
 * `real`: the machine's time. `offset`: moved, running. `frozen`: stands until it is advanced.
 * `accelerated`: runs `factor` times as fast as the machine's.
 */
export type ClockMode = "real" | "offset" | "frozen" | "accelerated";

/** The whole state of a clock: world time = anchorWorld + factor × what has passed since anchorReal. */
export interface ClockValue {
  readonly mode: ClockMode;
  /** World time a unit of the client's; a frozen clock keeps the one that it will run on with. */
  readonly factor: number;
  readonly anchorReal: number;
  readonly anchorWorld: number;
  /** While it is being advanced: how it goes on afterwards. */
  readonly movesOnAs?: ClockMode;
}

/** How a clock goes on once it was moved. */
export const modeAfter = ({ mode, movesOnAs = mode }: ClockValue): ClockMode =>
  movesOnAs === "real" ? "offset" : movesOnAs;

/** The last instant that anything may be set to, in milliseconds since 1970: years have four digits. */
export const latestMs = Date.UTC(9000, 0, 1);
