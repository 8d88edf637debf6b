import { operationsOf } from "../act.ts";
import { snapshotActs, type SnapshotView } from "../acts/state.ts";
import type { CollectionName, Known } from "../../contract/names.ts";
import { resolve } from "node:path";
import type { Exported } from "../../emulation/export.ts";
import type { Imported } from "../../emulation/import.ts";
import { exportTo, importFrom } from "./transfer.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Emulation, NamedSnapshot } from "../../emulation/emulation.ts";
import { singleAccount } from "../operation.ts";
import { nameIn } from "../../emulation/sandbox.ts";
import { conflict, ControlError, notAmong, unknownId } from "../../emulation/problem.ts";
import { type Accounts, diffOf, type SnapshotDiff } from "../../emulation/snapshot-diff.ts";
import { countState, readState, sizesOf, type StateQuery, type StateView } from "./state.ts";

const snapshotsMax = 100;

/** Takes a snapshot. @param of only of this account or sandbox, which has names of its own. Default: of all accounts */
export function takeSnapshot(emulation: Emulation, name: unknown, of?: string): SnapshotView {
  const { world, snapshots } = emulation;
  // A path can hold no segment that is only dots.
  if (typeof name !== "string" || !/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/.test(name))
    throw new ControlError("expected 1 to 64 letters, digits and . _ -", "name");
  const account = of === undefined ? undefined : singleAccount(world, of);
  if (snapshots.has(nameIn(of, name)) || ["seeded", "now"].includes(name))
    throw conflict(`the name ${name} is taken`, "name");
  if ([...snapshots.values()].filter((each) => each.of === of).length >= snapshotsMax)
    throw conflict(`there are ${snapshotsMax} snapshots: remove some`, "name");
  const takenAt = (account ?? world).clock.now();
  const named = { name, takenAt, snapshot: world.snapshot(account), of };
  snapshots.set(nameIn(of, name), named);
  world.notices.tell({ of: "snapshot", what: "taken", name, account: of ?? null });
  return viewOf(emulation, named);
}

/** Puts the data and the keys of a snapshot back, of one account or of all; clock, limits and faults stay as they are. */
export function restoreSnapshot(emulation: Emulation, name: string, account?: string) {
  const named = find(emulation, name, account);
  requireHeld(account, named.snapshot);
  const { world } = emulation;
  world.restore(named.snapshot, account);
  world.notices.tell({ of: "snapshot", what: "restored", name, account: account ?? null });
  return viewOf(emulation, named, account);
}

function removeSnapshot(emulation: Emulation, name: string, account?: string): void {
  const { of } = find(emulation, name, account);
  if (of !== account) throw conflict(`the snapshot ${name} is of all accounts`, "name");
  emulation.snapshots.delete(nameIn(of, name));
  emulation.world.notices.tell({ of: "snapshot", what: "removed", name, account: of ?? null });
}

function diffSnapshots(emulation: Emulation, from: string, to: string, account?: string) {
  const { world, sandboxes } = emulation;
  const sandbox = world.sandboxes.get(account ?? "");
  const stateOf = (name: string): Accounts => {
    if (name === "now") return world.snapshot(sandbox);
    if (name !== "seeded") return find(emulation, name, account).snapshot;
    if (sandbox === undefined) return emulation.seeded;
    const { id, settings, keys } = sandbox;
    return { accounts: [{ settings, keys, state: sandboxes.begunOf(id) }] };
  };
  const [before, after] = [stateOf(from), stateOf(to)];
  requireHeld(account, before, after);
  return diffOf(before, after, account);
}

/** An account that was asked for must be in one of the states at least. */
function requireHeld(account: string | undefined, ...states: readonly Accounts[]): void {
  const held = states.flatMap(({ accounts }) => accounts.map((each) => each.settings.companyId));
  if (account !== undefined && !held.includes(account)) throw unknownId("account", account);
}

/** Those that are about an account: its own, and those of all accounts in which it is. Default: of all accounts. */
export const snapshotsOf = ({ snapshots }: Emulation, account?: string): NamedSnapshot[] =>
  [...snapshots.values()].filter(({ of, snapshot: { accounts } }) => {
    const isIn = () => accounts.some(({ settings }) => settings.companyId === account);
    return of === account || (of === undefined && isIn());
  });

/** What an account calls so is its own before it is one of all accounts. */
function find(emulation: Emulation, name: string, account?: string): NamedSnapshot {
  const all = snapshotsOf(emulation, account);
  const named = all.filter((each) => each.name === name);
  const found = named.find(({ of }) => of === account) ?? named[0];
  if (found !== undefined) return found;
  const names = all.map((each) => each.name);
  throw notAmong(names, name, `no snapshot '${name}'`, "name", "unknown");
}

const viewOf = ({ api }: Emulation, { name, takenAt, snapshot }: NamedSnapshot, of?: string) => ({
  name,
  takenAt: formatDatetime(takenAt),
  accounts: Object.fromEntries(
    snapshot.accounts
      .filter(({ settings }) => of === undefined || settings.companyId === of)
      .map(({ settings, state }) => [settings.companyId, sizesOf(api, state.tables())]),
  ),
});

const listSnapshots = (emulation: Emulation, account?: string): SnapshotView[] =>
  snapshotsOf(emulation, account).map((named) => viewOf(emulation, named, account));

/** Narrows a call to one account; without it, all of them. */
type OfAccount = { readonly account?: string };

/** What is stored, as the library has it: copies, which may be changed without harm. */
export interface StateFace {
  /** The stored records themselves, filtered and sorted as the service does. */
  get(collection: Known<CollectionName>, query?: StateQuery): StateView;
  /** Returns how many records of each collection an account holds. */
  counts(account?: string): Record<string, number>;
  snapshot(name: string, only?: OfAccount): SnapshotView;
  snapshots(only?: OfAccount): SnapshotView[];
  /** Restores the data and keys of a snapshot. */
  restore(name: string, only?: OfAccount): SnapshotView;
  /** What changed from one snapshot to another; `seeded` and `now` are always there. */
  diff(from: string, to?: string, only?: OfAccount): SnapshotDiff;
  remove(name: string, only?: OfAccount): void;
  /** Writes the state of all accounts into a folder, whole or not at all. */
  export(folder: string): Promise<Exported>;
  /** Puts an exported state in the place of the present one. */
  import(folder: string): Promise<Imported>;
}

export const stateFace = (emulation: Emulation): StateFace => ({
  get: (collection, query = {}) => structuredClone(readState(emulation, collection, query)),
  counts: (account) => countState(emulation, account).counts,
  snapshot: (name, { account } = {}) => takeSnapshot(emulation, name, account),
  snapshots: ({ account } = {}) => listSnapshots(emulation, account),
  restore: (name, { account } = {}) => restoreSnapshot(emulation, name, account),
  diff: (from, to = "now", { account } = {}) =>
    structuredClone(diffSnapshots(emulation, from, to, account)),
  remove: (name, { account } = {}) => removeSnapshot(emulation, name, account),
  export: (folder) => exportTo(emulation, resolve(folder)),
  import: (folder) => importFrom(emulation, resolve(folder)),
});

export const snapshotOperations = operationsOf(snapshotActs, {
  take: ({ emulation, account, body }) => takeSnapshot(emulation, body.name, account),
  list: ({ emulation, account }) => ({ snapshots: listSnapshots(emulation, account) }),
  restore: ({ emulation, account, id }) => restoreSnapshot(emulation, id, account),
  diff: ({ emulation, account, params: [a = "", b = ""] }) =>
    diffSnapshots(emulation, a, b, account),
  remove: ({ emulation, account, id }) => removeSnapshot(emulation, id, account),
});
