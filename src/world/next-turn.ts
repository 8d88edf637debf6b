import type { Clock } from "./clock.ts";

/**
 * Runs something in a turn of the event loop of its own, for which whoever advances the clock waits.
 *
 * @returns cancels it
 */
export function nextTurn(clock: Clock, run: () => void): () => void {
  let end = () => {};
  clock.hold(new Promise((resolve) => (end = resolve)));
  const turn = setImmediate(() => {
    try {
      run();
    } finally {
      end();
    }
  });
  return () => {
    clearImmediate(turn);
    end();
  };
}
