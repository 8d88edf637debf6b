import { formatDatetime } from "../jsonapi/time.ts";
import { nearest } from "../world/nearest.ts";
import { type Snapshot, snapshotCounts } from "../world/world.ts";
import type { Emulation, NamedSnapshot } from "./emulation.ts";
import type { ControlOperation } from "./operation.ts";
import { ControlError } from "./problem.ts";
import { diffOf, type SnapshotDiff } from "./snapshot-diff.ts";
import { countState, readState, type StateQuery, type StateView } from "./state.ts";

/** A named state, without what is in it. */
export interface SnapshotView {
  readonly name: string;
  /** World time, ISO 8601. */
  readonly takenAt: string;
  /** By account, how many records of each kind. */
  readonly accounts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const snapshotsMax = 100;

/** What is always there to compare with. */
const special = ["seeded", "now"];

/** Takes a snapshot, in time that does not depend on what there is. */
export function takeSnapshot({ world, snapshots }: Emulation, name: unknown): SnapshotView {
  if (typeof name !== "string" || !/^[A-Za-z0-9._-]{1,64}$/.test(name)) {
    throw new ControlError("expected 1 to 64 letters, digits and . _ -", "name");
  }
  if (snapshots.has(name) || special.includes(name)) {
    throw new ControlError(`the name ${name} is taken`, "name", { status: 409 });
  }
  if (snapshots.size >= snapshotsMax) {
    const message = `there are ${snapshotsMax} snapshots: remove some`;
    throw new ControlError(message, "name", { status: 409 });
  }
  const named = { takenAt: world.clock.now(), snapshot: world.snapshot() };
  snapshots.set(name, named);
  return viewOf(name, named);
}

/** Puts the data and the keys of a snapshot back; clock, limits and faults stay as they are. */
export function restoreSnapshot(emulation: Emulation, name: string): SnapshotView {
  const named = find(emulation, name);
  emulation.world.restore(named.snapshot);
  return viewOf(name, named);
}

function removeSnapshot(emulation: Emulation, name: string): void {
  find(emulation, name);
  emulation.snapshots.delete(name);
}

function diffSnapshots(emulation: Emulation, from: string, to: string): SnapshotDiff {
  const stateOf = (name: string): Snapshot => {
    if (name === "seeded") return emulation.seeded;
    return name === "now" ? emulation.world.snapshot() : find(emulation, name).snapshot;
  };
  return diffOf(stateOf(from), stateOf(to));
}

function find({ snapshots }: Emulation, name: string): NamedSnapshot {
  const named = snapshots.get(name);
  if (named !== undefined) return named;
  const options = { status: 404, nearest: nearest(name, snapshots.keys()) };
  throw new ControlError(`no snapshot '${name}'`, "name", options);
}

const viewOf = (name: string, { takenAt, snapshot }: NamedSnapshot): SnapshotView => ({
  name,
  takenAt: formatDatetime(takenAt),
  accounts: snapshotCounts(snapshot),
});

const listSnapshots = ({ snapshots }: Emulation): SnapshotView[] =>
  [...snapshots].map(([name, named]) => viewOf(name, named));

/** What is stored, as the library has it. */
export interface StateFace {
  /** The stored records themselves, filtered and sorted as the service does. */
  get(collection: string, query?: StateQuery): StateView;
  counts(account?: string): Record<string, number>;
  snapshot(name: string): SnapshotView;
  snapshots(): SnapshotView[];
  restore(name: string): SnapshotView;
  /** What changed from one snapshot to another; `seeded` and `now` are always there. */
  diff(from: string, to?: string): SnapshotDiff;
  remove(name: string): void;
}

export const stateFace = (emulation: Emulation): StateFace => ({
  get: (collection, query = {}) => readState(emulation, collection, query),
  counts: (account) => countState(emulation, account).counts,
  snapshot: (name) => takeSnapshot(emulation, name),
  snapshots: () => listSnapshots(emulation),
  restore: (name) => restoreSnapshot(emulation, name),
  diff: (from, to = "now") => diffSnapshots(emulation, from, to),
  remove: (name) => removeSnapshot(emulation, name),
});

export const snapshotOperations: readonly ControlOperation[] = [
  {
    method: "POST",
    path: "/_emulator/snapshots",
    does: 'takes one: { "name": "before" }',
    status: 201,
    run: ({ emulation, body }) => takeSnapshot(emulation, body["name"]),
  },
  {
    method: "GET",
    path: "/_emulator/snapshots",
    does: "the named states",
    run: ({ emulation }) => ({ snapshots: listSnapshots(emulation) }),
  },
  {
    method: "POST",
    path: "/_emulator/snapshots/{name}/restore",
    does: "puts its data and keys back",
    run: ({ emulation, params: [name = ""] }) => restoreSnapshot(emulation, name),
  },
  {
    method: "GET",
    path: "/_emulator/snapshots/{a}/diff/{b}",
    does: "what was added, removed and changed; also of seeded and now",
    run: ({ emulation, params: [a = "", b = ""] }) => diffSnapshots(emulation, a, b),
  },
  {
    method: "DELETE",
    path: "/_emulator/snapshots/{name}",
    does: "removes one",
    run: ({ emulation, params: [name = ""] }) => removeSnapshot(emulation, name),
  },
];
