import type { CollectionName, Known } from "../contract/names.ts";
import { resolve } from "node:path";
import type { Exported } from "../emulation/export.ts";
import type { Imported } from "../emulation/import.ts";
import { exportTo, importFrom } from "./portable.ts";
import { object, string } from "../contract/shape.ts";
import { formatDatetime } from "../jsonapi/time.ts";
import { nearest } from "../world/nearest.ts";
import type { Snapshot } from "../world/world.ts";
import type { Emulation, NamedSnapshot } from "../emulation/emulation.ts";
import { type ControlCall, type ControlOperation, ofAccount } from "./operation.ts";
import { ControlError, unknownId } from "../emulation/problem.ts";
import { diffOf, type SnapshotDiff } from "../emulation/snapshot-diff.ts";
import { countState, readState, sizesOf, type StateQuery, type StateView } from "./state.ts";

/** A named state, without what is in it. */
export interface SnapshotView {
  /** Name of the snapshot. */
  readonly name: string;
  /** World time, ISO 8601. */
  readonly takenAt: string;
  /** By account, how many records of each kind. */
  readonly accounts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const snapshotShape = object({ name: string() });

const snapshotsMax = 100;

/** What is always there to compare with. */
const special = ["seeded", "now"];

/** Takes a snapshot, in time that does not depend on what there is. */
export function takeSnapshot(emulation: Emulation, name: unknown): SnapshotView {
  const { world, snapshots } = emulation;
  // A path can hold no segment that is only dots.
  if (typeof name !== "string" || !/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/.test(name)) {
    throw new ControlError("expected 1 to 64 letters, digits and . _ -", "name");
  }
  if (snapshots.has(name) || special.includes(name)) {
    throw new ControlError(`the name ${name} is taken`, "name", { kind: "conflict" });
  }
  if (snapshots.size >= snapshotsMax) {
    const message = `there are ${snapshotsMax} snapshots: remove some`;
    throw new ControlError(message, "name", { kind: "conflict" });
  }
  const named = { takenAt: world.clock.now(), snapshot: world.snapshot() };
  snapshots.set(name, named);
  world.notices.tell({ of: "snapshot", what: "taken", name, account: null });
  return viewOf(emulation, name, named);
}

/**
 * Puts the data and the keys of a snapshot back; clock, limits and faults stay as they are.
 *
 * @param account only this one; the others stay as they are
 */
export function restoreSnapshot(emulation: Emulation, name: string, account?: string) {
  const named = find(emulation, name);
  requireHeld(account, named.snapshot);
  const { world } = emulation;
  world.restore(named.snapshot, account);
  world.notices.tell({ of: "snapshot", what: "restored", name, account: account ?? null });
  return viewOf(emulation, name, named, account);
}

function removeSnapshot(emulation: Emulation, name: string): void {
  find(emulation, name);
  emulation.snapshots.delete(name);
  emulation.world.notices.tell({ of: "snapshot", what: "removed", name, account: null });
}

function diffSnapshots(
  emulation: Emulation,
  from: string,
  to: string,
  account?: string,
): SnapshotDiff {
  const stateOf = (name: string): Snapshot => {
    if (name === "seeded") return emulation.seeded;
    return name === "now" ? emulation.world.snapshot() : find(emulation, name).snapshot;
  };
  const [before, after] = [stateOf(from), stateOf(to)];
  requireHeld(account, before, after);
  return diffOf(before, after, account);
}

/** An account that was asked for must be in one of the states at least. */
function requireHeld(account: string | undefined, ...states: readonly Snapshot[]): void {
  const held = states.flatMap(({ accounts }) => accounts.map((each) => each.settings.companyId));
  if (account !== undefined && !held.includes(account)) throw unknownId("account", account);
}

function find({ snapshots }: Emulation, name: string): NamedSnapshot {
  const named = snapshots.get(name);
  if (named !== undefined) return named;
  const options = { kind: "unknown" as const, nearest: nearest(name, snapshots.keys()) };
  throw new ControlError(`no snapshot '${name}'`, "name", options);
}

const viewOf = (
  { api }: Emulation,
  name: string,
  { takenAt, snapshot }: NamedSnapshot,
  account?: string,
): SnapshotView => ({
  name,
  takenAt: formatDatetime(takenAt),
  accounts: Object.fromEntries(
    snapshot.accounts
      .filter(({ settings }) => account === undefined || settings.companyId === account)
      .map(({ settings, state }) => [settings.companyId, sizesOf(api, state.tables())]),
  ),
});

const listSnapshots = (emulation: Emulation, account?: string): SnapshotView[] =>
  [...emulation.snapshots].map(([name, named]) => viewOf(emulation, name, named, account));

/** Narrows a call to one account; without it, all of them. */
interface OfAccount {
  readonly account?: string;
}

/** What is stored, as the library has it: copies, which may be changed without harm. */
export interface StateFace {
  /** The stored records themselves, filtered and sorted as the service does. */
  get(collection: Known<CollectionName>, query?: StateQuery): StateView;
  /** Returns how many records of each collection an account holds. */
  counts(account?: string): Record<string, number>;
  /** Saves the current state under a name. */
  snapshot(name: string): SnapshotView;
  /** Returns the named snapshots. */
  snapshots(only?: OfAccount): SnapshotView[];
  /** Restores the data and keys of a snapshot. */
  restore(name: string, only?: OfAccount): SnapshotView;
  /** What changed from one snapshot to another; `seeded` and `now` are always there. */
  diff(from: string, to?: string, only?: OfAccount): SnapshotDiff;
  /** Removes a snapshot. */
  remove(name: string): void;
  /** Writes the state of all accounts into a folder, whole or not at all. */
  export(folder: string): Promise<Exported>;
  /** Puts an exported state in the place of the present one. */
  import(folder: string): Promise<Imported>;
}

export const stateFace = (emulation: Emulation): StateFace => ({
  get: (collection, query = {}) => structuredClone(readState(emulation, collection, query)),
  counts: (account) => countState(emulation, account).counts,
  snapshot: (name) => takeSnapshot(emulation, name),
  snapshots: ({ account } = {}) => listSnapshots(emulation, account),
  restore: (name, { account } = {}) => restoreSnapshot(emulation, name, account),
  diff: (from, to = "now", { account } = {}) =>
    structuredClone(diffSnapshots(emulation, from, to, account)),
  remove: (name) => removeSnapshot(emulation, name),
  export: (folder) => exportTo(emulation, resolve(folder)),
  import: (folder) => importFrom(emulation, resolve(folder)),
});

const accountIn = ({ query }: ControlCall): string | undefined => query.get("account") ?? undefined;

export const snapshotOperations: readonly ControlOperation[] = [
  {
    method: "POST",
    path: "/_emulator/snapshots",
    does: 'takes one: { "name": "before" }',
    body: snapshotShape,
    status: 201,
    run: ({ emulation, body }) => takeSnapshot(emulation, body["name"]),
  },
  {
    method: "GET",
    path: "/_emulator/snapshots",
    does: "the named states",
    query: ofAccount,
    run: (call) => ({ snapshots: listSnapshots(call.emulation, accountIn(call)) }),
  },
  {
    method: "POST",
    path: "/_emulator/snapshots/{name}/restore",
    does: "puts its data and keys back",
    query: ofAccount,
    run: (call) => restoreSnapshot(call.emulation, call.params[0] ?? "", accountIn(call)),
  },
  {
    method: "GET",
    path: "/_emulator/snapshots/{a}/diff/{b}",
    does: "what was added, removed and changed; also of seeded and now",
    query: ofAccount,
    run: (call) => {
      const [a = "", b = ""] = call.params;
      return diffSnapshots(call.emulation, a, b, accountIn(call));
    },
  },
  {
    method: "DELETE",
    path: "/_emulator/snapshots/{name}",
    does: "removes one",
    status: 204,
    run: ({ emulation, params: [name = ""] }) => removeSnapshot(emulation, name),
  },
];
