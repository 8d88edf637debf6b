import type { ScopeGrant } from "../contract/scopes.ts";
import { jsonLine } from "../emulation/json-lines.ts";
import type { Account } from "../world/account.ts";
import type { DicePosition } from "../world/dice.ts";
import { createKey, type Key } from "../world/keys.ts";
import type { Stored } from "../world/record.ts";
import type { Positions } from "../world/state.ts";
import type { Change, Collection } from "../world/store.ts";
import type { Snapshot } from "../world/world.ts";

/** A write: the collection, and the record as it now is, or the id of one that is gone. */
export type Entry = readonly [collection: string, record: Stored] | readonly [string, null, string];

/** What happened to one account. */
interface Part extends Omit<Positions, "seed"> {
  readonly changes: readonly Entry[];
  /** All that there are, if one was made or revoked. */
  readonly keys?: readonly Pick<Key, "name" | "secret" | "grant">[];
}

/** All that was written in one go. It holds whole records, so that it may be read twice. */
export interface Line {
  /** World time. */
  readonly at: number;
  readonly accounts: Readonly<Record<string, Part>>;
}

/** What is about to be written of one account. */
export interface Draft {
  readonly account: Account;
  readonly changes: Change[];
  keysChanged: boolean;
}

/**
 * Writes down what happened.
 *
 * @param known the positions of dice that were written last, by account and stream; it is brought up to date
 */
export function lineOf(
  drafts: readonly Draft[],
  at: number,
  known: Map<string, DicePosition>,
): string {
  const accounts: Record<string, Part> = {};
  for (const { account, changes, keysChanged } of drafts) {
    const { seq, lastIdMs, dice } = account.positions();
    accounts[account.id] = {
      changes: changes.map(entryOf),
      ...(keysChanged && { keys: account.keys.map(keyOf) }),
      seq,
      lastIdMs,
      dice: Object.fromEntries(
        Object.entries(dice).filter(([stream, position]) => {
          const name = `${account.id} ${stream}`;
          const isNew = known.get(name)?.join() !== position.join();
          known.set(name, position);
          return isNew;
        }),
      ),
    };
  }
  return jsonLine({ at, accounts } satisfies Line);
}

const keyOf = ({ name, secret, grant }: Key) => ({ name, secret, grant });

const entryOf = (change: Change): Entry =>
  "put" in change
    ? [change.collection.name, change.put]
    : [change.collection.name, null, change.drop];

/**
 * Brings a state that was read up to a line of the log: all of the line, or nothing.
 *
 * @returns its instant, in world time
 * @throws Error for what cannot be
 */
export function applyLine(
  text: string,
  accounts: Map<string, Snapshot["accounts"][number]>,
  collections: ReadonlyMap<string, Collection>,
): number {
  const line = JSON.parse(text) as Line;
  const parts = Object.entries(line.accounts).map(([id, part]) => {
    const account = accounts.get(id);
    if (account === undefined) throw new Error(`there is no account ${id}`);
    return { id, part, account, changes: part.changes.map((each) => changeOf(each, collections)) };
  });
  for (const { id, part, account, changes } of parts) {
    const { changes: _, keys, ...positions } = part;
    account.state.apply(changes);
    account.state.moveTo(positions);
    if (keys === undefined) continue;
    const now = keys.map(({ name, secret, grant }) => createKey(name, secret, grant as ScopeGrant));
    accounts.set(id, { ...account, keys: now });
  }
  return line.at;
}

function changeOf(entry: Entry, collections: ReadonlyMap<string, Collection>): Change {
  const collection = collections.get(entry[0]);
  if (collection === undefined) throw new Error(`there is no collection ${entry[0]}`);
  return entry[1] === null
    ? { collection, drop: entry[2] as string }
    : { collection, put: entry[1] };
}
