import {
  lifeOf,
  newestRevision,
  oldestRevision,
  type Revision,
  revisionAt,
  revisions as published,
} from "../contract/revisions.ts";
import type { ResponsePatch } from "./response-patch.ts";

export type RevisionStatus = "active" | "deprecated" | "retired";
/** What a request for a retired revision gets: 410, or the next one that is served. */
export type WhenRetired = "gone" | "forward";
/** What a request without a revision gets. */
export type MissingRevision = "refuse" | "oldest" | "newest";
/** `all`: whatever the clock says. `service`: deprecated after a year, retired after two. */
export type RevisionLife = "all" | "service";

/** One revision as a client may ask for it. */
interface Known {
  readonly revision: string;
  /** The published revision whose shapes it has. */
  readonly base: Revision;
  /** What was decided about it, and from which instant of world time on. */
  readonly changes: { readonly at: number; readonly status: RevisionStatus }[];
  sunset: number | undefined;
  whenRetired: WhenRetired;
  readonly patches: ResponsePatch[];
}

/** The revision that a request gets: its name, and whose shapes it has. */
export interface Applied {
  readonly revision: string;
  readonly base: Revision;
}

export interface RevisionView {
  readonly revision: string;
  readonly base: string;
  readonly status: RevisionStatus;
  /** World time, in milliseconds since 1970. */
  readonly deprecatedAt: number | null;
  readonly retiresAt: number | null;
  readonly sunset: number | null;
  readonly whenRetired: WhenRetired;
  readonly patches: readonly ResponsePatch[];
}

/** What may be changed of a revision, all of it optional. */
export interface RevisionChange {
  readonly status?: RevisionStatus;
  readonly at?: number;
  readonly sunset?: number | undefined;
  readonly whenRetired?: WhenRetired;
  readonly patches?: readonly ResponsePatch[];
}

/** Which revisions are served, and how, as it was changed while the emulator runs. */
export class Revisions {
  readonly life: RevisionLife;
  missing: MissingRevision = "refuse";
  /** Oldest first. */
  readonly #known: Known[] = [];
  #patched = false;
  /** The revisions by their names, as long as nothing of them was changed. */
  #plain: ReadonlyMap<string, Applied> | undefined;

  constructor(life: RevisionLife) {
    this.life = life;
    for (const revision of published) {
      if (revision >= oldestRevision) this.#known.push(freshly(revision, revision));
    }
    if (life === "all") this.#plain = new Map(this.#known.map((known) => [known.revision, known]));
  }

  /** A revision by its name, where nothing was changed: what almost every request asks for. */
  plain(revision: string): Applied | undefined {
    return this.#plain?.get(revision);
  }

  /** Whether any answer is patched at all. */
  get patched(): boolean {
    return this.#patched;
  }

  /** The newest revision that can be asked for. */
  get newest(): string {
    return this.#known.at(-1)?.revision ?? newestRevision;
  }

  names(): string[] {
    return this.#known.map(({ revision }) => revision);
  }

  has(revision: string): boolean {
    return this.#known.some((known) => known.revision === revision);
  }

  /** Brings a new revision, with the shapes of the one before it. */
  add(revision: string, patches: readonly ResponsePatch[]): void {
    const base = revisionAt(revision) ?? oldestRevision;
    this.#plain = undefined;
    this.#known.push({ ...freshly(revision, base), patches: [...patches] });
    this.#known.sort((a, b) => (a.revision < b.revision ? -1 : 1));
    this.#patched ||= patches.length > 0;
  }

  /** Changes one that is known. @param now world time, from which a change without an instant holds */
  change(revision: string, change: RevisionChange, now: number): void {
    const known = this.#get(revision);
    if (known === undefined) throw new Error(`no revision ${revision}`);
    const { status, at = now, whenRetired, patches = [] } = change;
    this.#plain = undefined;
    if (status !== undefined) {
      // What was planned for later is decided anew.
      const kept = known.changes.filter((each) => each.at < at);
      known.changes.splice(0, known.changes.length, ...kept, { at, status });
      if (status === "active") known.sunset = undefined;
    }
    if ("sunset" in change) known.sunset = change.sunset;
    if (whenRetired !== undefined) known.whenRetired = whenRetired;
    known.patches.push(...patches);
    this.#patched ||= patches.length > 0;
  }

  /** The latest known revision that is not after a date; undefined: all are later. */
  latestAt(date: string): Applied | undefined {
    return this.#known.findLast(({ revision }) => revision <= date);
  }

  /** What serves requests for this one: itself, or where it falls forward to; undefined: nothing. */
  serving({ revision }: Applied, now: number): Applied | undefined {
    for (let index = this.#indexOf(revision); index < this.#known.length; index += 1) {
      const known = this.#known[index] as Known;
      if (this.#statusOf(known, now) !== "retired") return known;
      if (known.whenRetired === "gone") return undefined;
    }
    return undefined;
  }

  /** What a request without a revision gets, if it is not refused. */
  default(now: number): Applied | undefined {
    if (this.missing === "refuse") return undefined;
    return this.missing === "oldest" ? this.#served(now)[0] : this.latestServed(now);
  }

  latestServed(now: number): Applied | undefined {
    return this.#served(now).at(-1);
  }

  oldestServed(now: number): string | undefined {
    return this.#served(now)[0]?.revision;
  }

  /** Since when a revision is deprecated, and when it ends, if that is known; else undefined. */
  deprecation(revision: string, now: number): { since: number; ends: number | null } | undefined {
    const known = this.#get(revision);
    if (known === undefined || (known.changes.length === 0 && this.life === "all"))
      return undefined;
    const { status, deprecatedAt, sunset, retiresAt } = this.#viewOf(known, now);
    if (status !== "deprecated") return undefined;
    return { since: deprecatedAt ?? now, ends: sunset ?? retiresAt };
  }

  /** The patches of a revision and of all before it, the oldest first. */
  patchesOf(revision: string): ResponsePatch[] {
    return this.#known
      .filter((known) => known.revision <= revision)
      .flatMap(({ patches }) => patches);
  }

  view(now: number): RevisionView[] {
    return this.#known.map((known) => this.#viewOf(known, now));
  }

  #served(now: number): readonly Known[] {
    return this.#known.filter((known) => this.#statusOf(known, now) !== "retired");
  }

  #get(revision: string): Known | undefined {
    return this.#known.find((known) => known.revision === revision);
  }

  #indexOf(revision: string): number {
    return this.#known.findIndex((known) => known.revision === revision);
  }

  #statusOf({ revision, changes }: Known, now: number): RevisionStatus {
    const decided = changes.findLast(({ at }) => at <= now)?.status;
    if (decided !== undefined || this.life === "all") return decided ?? "active";
    const { deprecatedMs, retiredMs } = lifeOf(revision);
    if (now >= retiredMs) return "retired";
    return now >= deprecatedMs ? "deprecated" : "active";
  }

  #viewOf(known: Known, now: number): RevisionView {
    const { revision, base, changes, sunset, whenRetired, patches } = known;
    const byLife = this.life === "service" ? lifeOf(revision) : undefined;
    const since = (status: RevisionStatus) =>
      changes.findLast((each) => each.status === status)?.at;
    return {
      revision,
      base,
      status: this.#statusOf(known, now),
      deprecatedAt: since("deprecated") ?? byLife?.deprecatedMs ?? null,
      retiresAt: since("retired") ?? byLife?.retiredMs ?? null,
      sunset: sunset ?? null,
      whenRetired,
      patches,
    };
  }
}

const freshly = (revision: string, base: Revision): Known => ({
  revision,
  base,
  changes: [],
  sunset: undefined,
  whenRetired: "gone",
  patches: [],
});
