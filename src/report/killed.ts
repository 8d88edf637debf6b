/** The exit code of a command that took too long, as that of `timeout`. */
export const timedOut = 124;

/** The highest number of a signal, on Linux. */
const signalsMax = 64;

/** Whether an exit code says that a client did not end by itself: a signal, or a timeout, did it. */
export const wasKilled = (exitCode: number): boolean =>
  exitCode === timedOut || (exitCode > 128 && exitCode <= 128 + signalsMax);
