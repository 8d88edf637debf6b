import type { Journal } from "../world/journal/journal.ts";
import { Received } from "../world/journal/received.ts";
import { isOfClient } from "../world/journal/entry.ts";
import type { Attempt } from "./calls/attempt.ts";
import { attemptOf } from "./calls/read-attempts.ts";
import { flatMapped, type Slices } from "./slices.ts";

const attemptsMax = 200_000;

/** One account's requests alone, and what it is called in place of its id, which is another in each run. */
type Only = { readonly account: string; readonly as: string };

/** What a client does from now on: the journal forgets, and a reset empties it. */
export class Observed {
  readonly #attempts: Attempt[] = [];
  /** Whose answers are on their way: what became of them is known later. */
  readonly #going: Received[] = [];
  readonly #as: string | undefined;
  readonly stop: () => void;
  dropped = 0;

  constructor(journal: Journal, only?: Only) {
    this.#as = only?.as;
    this.stop = journal.written.listen((entry, raw) => {
      if (!isOfClient(entry) || (only !== undefined && entry.account !== only.account)) return;
      if (this.#attempts.length + this.#going.length >= attemptsMax) this.dropped += 1;
      else if (entry.durationMs === null) this.#going.push(new Received(entry, raw));
      else this.#attempts.push(attemptOf(new Received(entry, raw), only?.as));
    });
  }

  attempts(): Attempt[] {
    return [...this.#attempts, ...attemptsOf(this.#going, this.#as)];
  }
}

export const attemptsOf = (received: readonly Received[], as?: string): Attempt[] =>
  received.filter(({ entry }) => isOfClient(entry)).map((each) => attemptOf(each, as));

/** In slices; only what is on its way still changes. Of what was read nothing is kept. */
export function* attemptsInSlices(received: readonly Received[]): Slices<Attempt[]> {
  const isGoing = ({ entry }: Received) => entry.durationMs === null;
  const going = attemptsOf(received.filter(isGoing));
  const over: (Received | undefined)[] = received.filter((each) => !isGoing(each));
  const attempts = yield* flatMapped(over.entries(), ([index, each]) => {
    over[index] = undefined;
    return each === undefined ? [] : attemptsOf([each]);
  });
  return [...attempts, ...going];
}
