import { operationsOf } from "./act.ts";
import { defaultShape, revisions, type RevisionState } from "./acts/revisions.ts";
import type { RevisionsView } from "./acts/revisions.ts";
import { oldestRevision } from "../contract/revisions.ts";
import { described, list, literal, nullable, object, string } from "../contract/shape.ts";
import { formatDatetime, parseDatetime } from "../jsonapi/time.ts";
import { latestMs } from "../world/time/clock-value.ts";
import { notDuration, parseDuration } from "../world/time/duration.ts";
import { PlanError } from "../world/faults/kind.ts";
import { patchShape, requirePatch, type ResponsePatch } from "../world/faults/response-patch.ts";
import type { MissingRevision } from "../world/revisions.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { conflict, ControlError, notAmong } from "../emulation/problem.ts";
import { readAs } from "./read.ts";

const instant = (what: string) =>
  described(string({ minLength: 1 }), `${what}: a datetime, or an offset from now such as +30s.`);

const changes = object({
  "status?": literal("active", "deprecated", "retired"),
  "at?": instant("When the status changes"),
  "sunset?": nullable(instant("When it is announced to end (RFC 8594)")),
  "whenRetired?": described(literal("gone", "forward"), "410, or the next one that is served."),
  "patches?": list(patchShape),
});
const newShape = object({ revision: string(), "patches?": list(patchShape) });

function viewRevisions({ world }: Emulation): RevisionsView {
  const shown = (ms: number | null) => (ms === null ? null : formatDatetime(ms));
  return {
    missing: world.revisions.missing,
    revisions: world.revisions.view(world.clock.now()).map((view) => ({
      ...view,
      deprecatedAt: shown(view.deprecatedAt),
      retiresAt: shown(view.retiresAt),
      sunset: shown(view.sunset),
    })),
  };
}

const stateOf = (emulation: Emulation, revision: string): RevisionState =>
  viewRevisions(emulation).revisions.find((each) => each.revision === revision) as RevisionState;

/** Changes what a revision is, now or at an instant of the clock; all of it, or nothing. */
export function changeRevision(emulation: Emulation, revision: string, input: unknown) {
  const { revisions: known, clock } = emulation.world;
  if (!known.has(revision))
    throw notAmong(known.names(), revision, `no revision ${revision}`, "revision", "unknown");
  const change = readAs(changes, input);
  const now = clock.now();
  if (Object.keys(change).length === 0) throw new ControlError("expected something to change");
  const { at, sunset, patches, ...plain } = change;
  if (at !== undefined && plain.status === undefined)
    throw new ControlError("goes with a status", "at");
  const begins = at === undefined ? {} : { at: readInstant(at, "at", now) };
  const end = typeof sunset === "string" ? readInstant(sunset, "sunset", now) : undefined;
  const ends = sunset === undefined ? {} : { sunset: end };
  const read = readPatches(emulation, patches);
  known.change(revision, { ...plain, ...begins, ...ends, patches: read }, now);
  return stateOf(emulation, revision);
}

export function addRevision(emulation: Emulation, input: unknown): RevisionState {
  const { revision, patches } = readAs(newShape, input);
  const known = emulation.world.revisions;
  if (!/^\d{4}-\d\d-\d\d$/.test(revision) || parseDatetime(revision) === undefined)
    throw new ControlError("expected a date in the form YYYY-MM-DD", "revision");
  const newestMs = Date.UTC(2900, 0, 1);
  if (revision < oldestRevision || Date.parse(revision) >= newestMs) {
    const message = `expected a date after ${oldestRevision} and before 2900`;
    throw new ControlError(message, "revision");
  }
  if (known.has(revision)) throw conflict(`the revision ${revision} is there`, "revision");
  known.add(revision, readPatches(emulation, patches));
  return stateOf(emulation, revision);
}

export function setDefault(emulation: Emulation, input: unknown): RevisionsView {
  emulation.world.revisions.missing = readAs(defaultShape, input).missing;
  return viewRevisions(emulation);
}

function readInstant(text: string, path: string, now: number): number {
  const offset = parseDuration(text);
  const at = offset === undefined ? parseDatetime(text) : now + offset;
  const usual = "expected an offset such as +30s, or a datetime";
  if (at === undefined) throw new ControlError(notDuration(text, usual), path);
  if (at >= 0 && at <= latestMs) return at;
  throw new ControlError("that is further than a clock goes", path);
}

function readPatches({ api }: Emulation, patches: readonly ResponsePatch[] = []) {
  for (const [index, patch] of patches.entries()) {
    try {
      requirePatch(patch, api);
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      const { message, path, nearest: near } = error;
      throw new ControlError(message, `patches[${index}]${path && `.${path}`}`, { nearest: near });
    }
  }
  return patches;
}

/** The revisions, as the library has them. `at` and `sunset`: a datetime, or an offset from now. */
export interface RevisionsFace {
  list(): RevisionsView;
  /** Deprecates a revision, now or at a time, with the announced end. */
  deprecate(revision: string, when?: { at?: string; sunset?: string }): RevisionState;
  /** Retires a revision: its requests get 410, or the next revision's responses (`forward`). */
  retire(revision: string, how?: { at?: string; forward?: boolean }): RevisionState;
  /** Serves a deprecated or retired revision again. */
  restore(revision: string, when?: { at?: string }): RevisionState;
  /** Adds a revision, like the newest one but for these patches. */
  add(revision: string, patches?: readonly ResponsePatch[]): RevisionState;
  /** Changes the responses of a revision. */
  patch(revision: string, patch: ResponsePatch): RevisionState;
  /** Sets what a request without a revision gets. */
  default(missing: MissingRevision): RevisionsView;
  clear(): void;
}

export function revisionsFace(emulation: Emulation): RevisionsFace {
  const change = (revision: string, to: object) => changeRevision(emulation, revision, to);
  return {
    list: () => viewRevisions(emulation),
    deprecate: (revision, when) => change(revision, { status: "deprecated", ...when }),
    retire: (revision, { forward, ...when } = {}) =>
      change(revision, { status: "retired", ...when, whenRetired: forward ? "forward" : "gone" }),
    restore: (revision, when) => change(revision, { status: "active", ...when }),
    add: (revision, patches = []) => addRevision(emulation, { revision, patches }),
    patch: (revision, patch) => change(revision, { patches: [patch] }),
    default: (missing) => setDefault(emulation, { missing }),
    clear: () => emulation.world.resetRevisions(),
  };
}

export const revisionOperations = operationsOf(revisions.acts, {
  list: ({ emulation }) => viewRevisions(emulation),
  add: { body: newShape, run: ({ emulation, body }) => addRevision(emulation, body) },
  default: ({ emulation, body }) => setDefault(emulation, body),
  change: { body: changes, run: ({ emulation, body, id }) => changeRevision(emulation, id, body) },
  clear: ({ emulation }) => emulation.world.resetRevisions(),
});
