import type { ResponsePatch } from "../../world/faults/response-patch.ts";
import type { MissingRevision, RevisionStatus, WhenRetired } from "../../world/revisions.ts";
import { literal, list, object, string } from "../../contract/shape.ts";
import { act, columns, option, type Said, subject } from "../act.ts";

/** One revision, as `GET /_emulator/revisions` shows it; instants are ISO 8601. */
export interface RevisionState {
  readonly revision: string;
  /** The published revision whose shapes it has. */
  readonly base: string;
  readonly status: RevisionStatus;
  readonly deprecatedAt: string | null;
  readonly retiresAt: string | null;
  readonly sunset: string | null;
  readonly whenRetired: WhenRetired;
  readonly patches: readonly ResponsePatch[];
}

export interface RevisionsView {
  /** What a request without a revision gets. */
  readonly missing: MissingRevision;
  readonly revisions: readonly RevisionState[];
}

export const defaultShape = object({ missing: literal("refuse", "oldest", "newest") });
const whole = "revisions are the whole emulator's";
const takes = ["Revision, such as 2026-07-15"];
const at = option("<when>", "Start at this time: a datetime, or an offset such as +30s");

function says({ revision, status, retiresAt, ...of }: RevisionState): string {
  return [
    `${revision} is ${status}`,
    ...(of.sunset === null ? [] : [`sunset ${of.sunset}`]),
    ...(retiresAt === null || status === "retired" ? [] : [`retires ${retiresAt}`]),
    ...(retiresAt === null ? [] : [of.whenRetired === "gone" ? "then 410" : "then falls forward"]),
    ...(of.patches.length === 0 ? [] : [`${of.patches.length} patched`]),
  ].join(", ");
}

function changing(words: string, help: string, how: Pick<Said, "options" | "sends">) {
  return { words, help, takes, says, ...how };
}

const acts = {
  list: act("GET /_emulator/revisions", "list", {
    common: true,
    help: "List the revisions and their status",
    below: ({ missing }: RevisionsView) => `Without a revision header: ${missing}.`,
    columns: columns<RevisionState>(
      ...(["revision", "status", "sunset", "RETIRES=retiresAt"] as const),
      { head: "THEN", cell: ({ retiresAt, whenRetired }) => (retiresAt ? whenRetired : "") },
      { head: "PATCHES", cell: ({ patches }) => String(patches.length || "") },
    ),
  }),
  add: act("POST /_emulator/revisions", "add <revision>", {
    whole,
    does: 'brings a new one: { "revision": "2027-01-15", "patches"? }',
    status: 201,
    help: "bring a new one, like the one before it",
    takes,
    says,
  }),
  default: act("PUT /_emulator/revisions/default", "default <missing>", {
    whole,
    does: 'what a missing header gets: { "missing": "refuse" | "oldest" | "newest" }',
    body: defaultShape,
    help: "Set what a request without a revision gets",
    takes: ["refuse, oldest or newest"],
    says: (_, { missing }) => `Without a revision header: ${missing}.`,
  }),
  change: act("PATCH /_emulator/revisions/{revision}", {
    whole,
    does: 'changes one: { "status"?, "at"?, "sunset"?, "whenRetired"?, "patches"? }',
    commands: [
      changing("deprecate <revision>", "announce its end, in headers", {
        options: { at, sunset: option("<when>", "Announce the end at this time") },
        sends: ({ at, sunset }) => ({ status: "deprecated", at, sunset }),
      }),
      changing("retire <revision>", "serve it no longer: 410", {
        options: { at, forward: option("", "Serve its requests with the next revision") },
        sends: ({ at, forward }) => {
          const whenRetired = forward ? "forward" : "gone";
          return { status: "retired", at, whenRetired };
        },
      }),
      changing("restore <revision>", "serve it as before", {
        options: { at },
        sends: ({ at }) => ({ status: "active", at }),
      }),
      changing("patch <revision>", "change answers, from this revision on", {
        options: {
          operation: option("<id>", "Change the records in responses of this operation"),
          resource: option("<type>", "Change resources of this type"),
          rename: option("<path=name>", "Repeatable"),
          remove: option("<path>", "Repeatable", list(string()), "texts"),
          add: option("<path=json>", "Repeatable"),
          retype: option(
            "<path=type>",
            "Type: string, number, boolean, list, object, null, unix; repeatable",
          ),
        },
        sends: (patch) => ({ patches: [patch] }),
      }),
    ],
  }),
  clear: act("DELETE /_emulator/revisions", "clear", {
    whole,
    help: "Undo all changes to revisions",
    data: () => ({ cleared: true }),
    says: () => "The revisions are as they were.",
  }),
};

export const revisions = subject(
  "revisions",
  "List, deprecate, retire and change revisions",
  acts,
  "list diff deprecate retire restore add patch default clear",
);
