import { useEffect, useState } from "preact/hooks";

/** What was asked for: nothing yet, or it, or why not. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly problem: string;
  readonly reload: () => void;
}

/**
 * Asks for something when a component is shown, and again whenever one of these has changed. What was there stays until
 * the next is.
 */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<{ value: T | undefined; problem: string }>({
    value: undefined,
    problem: "",
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isWanted = true;
    load()
      .then((value) => isWanted && setState({ value, problem: "" }))
      .catch((error: Error) => isWanted && setState({ value: undefined, problem: error.message }));
    return () => {
      isWanted = false;
    };
  }, [...inputs, round]);
  return { ...state, reload: () => setRound((each) => each + 1) };
}
