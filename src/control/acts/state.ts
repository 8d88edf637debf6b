import { resolve } from "node:path";
import { described, integer, list, object, phrase, string } from "../../contract/shape.ts";
import type { Exported } from "../../emulation/export.ts";
import type { Imported } from "../../emulation/import.ts";
import { accountIn, act, columns, oneAccountIn, onlyFor as account, option } from "../act.ts";
import { subject, type Given } from "../act.ts";

/** A named state, without what is in it. */
export interface SnapshotView {
  /** Name of the snapshot. */
  readonly name: string;
  /** World time, ISO 8601. */
  readonly takenAt: string;
  /** By account, how many records of each kind. */
  readonly accounts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export const [limitDefault, limitMax] = [1000, 100_000];

const ofOne = oneAccountIn("Account (default: the first)");

export const storedActs = {
  counts: act("GET /_emulator/state", {
    does: "how many records of each kind there are",
    account: ofOne,
  }),
  show: act("GET /_emulator/state/{collection}", "show [collection]", {
    does: "the records themselves, filtered and sorted as the service does it",
    account: ofOne,
    query: {
      "filter?": option(
        "<filter>",
        `such as 'equals(email,"ada@example.com")'`,
        phrase("As the service has it."),
      ),
      "sort?": option(
        "<field>",
        "Sort by this field, such as -created",
        phrase("As the service has it."),
      ),
      "limit?": option(
        "<number>",
        `Print at most this many records (default: ${limitDefault})`,
        described(
          integer({ min: 1, max: limitMax }),
          `How many at most: ${limitDefault} if it is not said.`,
        ),
        "number",
      ),
    },
    help: "Show the records of a collection, or the size of every collection",
    takes: ["Collection, such as profiles or events"],
  }),
};

const countOf = ({ accounts }: SnapshotView, collection: string): string =>
  String(Object.values(accounts).reduce((sum, counts) => sum + (counts[collection] ?? 0), 0));

export const snapshotActs = {
  take: act("POST /_emulator/snapshots", "snapshot <name>", {
    does: 'takes one: { "name": "before" }',
    account,
    body: object({ name: string() }),
    status: 201,
    help: "Save the current state under a name",
    takes: ["Name of the snapshot"],
    says: (_, { name }) => `${name} is kept.`,
  }),
  list: act("GET /_emulator/snapshots", "list", {
    account: accountIn("Count the records of this account"),
    help: "List the snapshots",
    none: "There is no snapshot.",
    columns: columns<SnapshotView>(
      "name",
      "takenAt",
      { head: "PROFILES", cell: (each) => countOf(each, "profiles") },
      { head: "EVENTS", cell: (each) => countOf(each, "events") },
    ),
  }),
  restore: act("POST /_emulator/snapshots/{name}/restore", "restore <name>", {
    account,
    help: "Restore the data and keys of a snapshot",
    takes: ["Name, as printed by state list"],
    says: (_, { name }) => `The state is that of ${name} again.`,
  }),
  diff: act("GET /_emulator/snapshots/{a}/diff/{b}", "diff <from> [to=now]", {
    does: "what was added, removed and changed; also of seeded and now",
    account,
    help: "Show the changes from one snapshot to another, or to now",
    takes: ["Snapshot name, or seeded", "Snapshot name, or now"],
  }),
  remove: act("DELETE /_emulator/snapshots/{name}", "rm <name>", {
    account,
    help: "Remove a snapshot",
    takes: ["Name, as printed by state list"],
    data: (_, { name }) => ({ removed: name }),
    says: (_, { name }) => `${name} is removed.`,
  }),
};

const whole = "a folder holds the state of all accounts";
const body = object({ folder: string({ minLength: 1 }) });
const sends = ({ folder }: Given) => ({ folder: resolve(String(folder)) });

/** An export takes the place of the whole folder: a shell that stands in it would be nowhere. */
export const standsIn = (folder: string): string | undefined =>
  resolve(folder) === process.cwd()
    ? `${folder} is the folder that you are in, which cannot be replaced: give another, such as ./saved`
    : undefined;

export const portableActs = {
  export: act("POST /_emulator/export", "export <folder>", {
    does: 'writes the state of all accounts into { "folder": "/absolute/path" }, whole or not at all',
    whole,
    body,
    help: "Export the state of all accounts to a folder",
    takes: ["New or empty folder, or an exported state to replace"],
    sends: (given) => standsIn(String(given["folder"])) ?? sends(given),
    says: ({ records }: Exported, { folder }) => `${records} records are in ${folder}.`,
  }),
  import: act("POST /_emulator/import", "import <folder>", {
    does: 'puts the state that is in { "folder": "/absolute/path" } in the place of the present one',
    whole,
    body,
    help: "Replace the current state with an exported one",
    takes: ["Folder written by state export"],
    sends,
    says: ({ records, accounts }: Imported) =>
      `${records} records of ${accounts.join(", ")} are there.`,
  }),
};

const resetActs = {
  reset: act("POST /_emulator/reset", "reset", {
    does: "puts what is stored back as it was seeded",
    account,
    help: "Restore the seeded data, and nothing else",
    sends: () => ({ only: ["state"] }),
    says: () => "As seeded again: state.",
  }),
};

export const state = subject(
  "state",
  "Show, save, restore, export and import the stored data",
  { ...storedActs, ...snapshotActs, ...portableActs, ...resetActs },
  "show snapshot list restore diff rm export import check reset",
);

export const resets = subject("reset", "", {
  reset: act("POST /_emulator/reset", "", {
    does: 'puts the seeded world back, or { "only": ["faults", …] }; { "all": true }: snapshots too',
    account,
    help: "Reset the emulator to its seeded state",
    options: {
      only: option(
        "<parts>",
        "Reset only these: state, limits, faults, journal, clock, revisions, tokens",
        list(string()),
      ),
      all: option("", "Also delete the named snapshots"),
    },
    says: (_, { only }) =>
      Array.isArray(only) ? `As seeded again: ${only.join(", ")}.` : "The seeded world is back.",
  }),
});
