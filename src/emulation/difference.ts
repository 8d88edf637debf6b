import type { Stored } from "../world/store/record.ts";
import { type Positions, State } from "../world/store/state.ts";
import { type Change, type Collection, drop, put, Table } from "../world/store/store.ts";
import { isDeepStrictEqual } from "node:util";
import type { AccountSettings } from "../world/world-settings.ts";
import { createKey, type Key } from "../world/keys.ts";
import type { KeptSandbox } from "./sandbox.ts";

/** A write: the collection, and the record as it now is, or the id of one that is gone. */
export type Entry = readonly [collection: string, record: Stored] | readonly [string, null, string];

export const entryOf = (change: Change): Entry =>
  "put" in change
    ? [change.collection.name, change.put]
    : [change.collection.name, null, change.drop];

/** @throws Error for a collection that there is not */
export function changeOf(entry: Entry, collections: Collections): Change {
  const collection = collections.get(entry[0]);
  if (collection === undefined) throw new Error(`there is no collection ${entry[0]}`);
  return entry[1] === null ? drop(collection, entry[2] as string) : put(collection, entry[1]);
}

/** A state as what it has that another has not. */
export interface Difference extends Positions {
  readonly changes: readonly Entry[];
}

/** How a state differs from another or from nothing, in time that depends on how much that is. */
export function differenceOf(from: State | undefined, to: State): Difference {
  const changes: Change[] = [];
  const [before, after] = [from?.tables() ?? new Map<string, Table>(), to.tables()];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, young] = [before.get(name), after.get(name)];
    const { collection } = (young ?? old) as Table;
    (young ?? new Table(collection)).compare(old ?? new Table(collection), {
      added: (record) => changes.push(put(collection, record)),
      removed: ({ id }) => changes.push(drop(collection, id)),
      changed: (was, record) => {
        if (was !== record) changes.push(put(collection, record));
      },
    });
  }
  return { changes: changes.map(entryOf), ...to.positions() };
}

type Collections = ReadonlyMap<string, Collection>;

/** The state that differs so from another, which stays as it is. */
function differing(
  from: State | undefined,
  { changes, ...positions }: Difference,
  collections: Collections,
): State {
  const state = State.at(positions, from);
  state.apply(changes.map((each) => changeOf(each, collections)));
  return state;
}

export type KeyText = Pick<Key, "name" | "secret" | "grant">;

export const keyText = ({ name, secret, grant }: Key): KeyText => ({ name, secret, grant });

/** The states of accounts by their ids, which stay as they are whatever is written to these. */
export const clonesOf = (
  accounts: Iterable<{ readonly settings: AccountSettings; readonly state: State }>,
): [id: string, state: State][] =>
  [...accounts].map(({ settings: { companyId }, state }) => [companyId, state.clone()]);

/** A sandbox as it is written: what it has that others have not. */
export interface SandboxText extends Omit<KeptSandbox, "keys" | "begun" | "state"> {
  readonly keys: readonly KeyText[];
  /** Since when sandboxes are written as differences from what the accounts had then, and which one like its account it is. */
  readonly since: string;
  readonly nth: number;
  readonly begun: Difference;
  /** What it has now; not given: what it began with. */
  readonly now?: Difference;
}

/** From what sandboxes differ: the first like an account from what that had at some moment, each later one from the one before it. They are written and read in the same order. */
export class Origins {
  #since = "";
  #states = new Map<string, { readonly state: State; readonly nth: number }>();

  /** From now on they differ from these states, by the ids of the accounts; nobody writes to them any more. */
  begin(since: string, states: Iterable<readonly [id: string, state: State]>): void {
    this.#since = since;
    this.#states = new Map([...states].map(([id, state]) => [id, { state, nth: 0 }]));
  }

  write({ keys, begun, state, ...sandbox }: KeptSandbox): SandboxText {
    const { origin, nth } = this.#next(sandbox.like, begun);
    const now = differenceOf(begun, state);
    const isAsBegun = isDeepStrictEqual(now, { changes: [], ...begun.positions() });
    const from = { since: this.#since, nth, begun: differenceOf(origin, begun) };
    return { ...sandbox, keys: keys.map(keyText), ...from, ...(!isAsBegun && { now }) };
  }

  /** @throws Error for one that began with what is not known */
  read(text: SandboxText, collections: Collections): KeptSandbox {
    const { keys, since, nth, begun, now, ...sandbox } = text;
    const origin = this.#originOf(sandbox.like);
    if (sandbox.like !== null && (since !== this.#since || nth !== (origin?.nth ?? 0)))
      throw new Error("it is not the next sandbox");
    const first = differing(origin?.state, begun, collections);
    this.#next(sandbox.like, first);
    return {
      ...sandbox,
      keys: keys.map(({ name, secret, grant }) => createKey(name, secret, grant)),
      begun: first,
      state: now === undefined ? first.clone() : differing(first, now, collections),
    };
  }

  #originOf(like: string | null) {
    return like === null ? undefined : this.#states.get(like);
  }

  #next(like: string | null, begun: State): { origin: State | undefined; nth: number } {
    const { state: origin, nth = 0 } = this.#originOf(like) ?? {};
    if (like !== null) this.#states.set(like, { state: begun, nth: nth + 1 });
    return { origin, nth };
  }
}
