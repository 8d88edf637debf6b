import { lifeOf, newestRevision, oldestRevision, type Revision } from "../contract/revisions.ts";
import { revisionAt, revisions as published } from "../contract/revisions.ts";
import type { ResponsePatch } from "./faults/response-patch.ts";

export type RevisionStatus = "active" | "deprecated" | "retired";
/** What a request for a retired revision gets: 410, or the next one that is served. */
export type WhenRetired = "gone" | "forward";
/** What a request without a revision gets. */
export type MissingRevision = "refuse" | "oldest" | "newest";
/** `all`: whatever the clock says. `service`: deprecated after a year, retired after two. */
export type RevisionLife = "all" | "service";

interface Decided {
  readonly status: RevisionStatus;
  /** World time. */
  readonly at: number;
  /** Whether it was to hold at once: then it holds also when the clock is moved back. */
  readonly atOnce: boolean;
}

/** One revision as a client may ask for it. */
interface Known {
  readonly revision: string;
  /** The published revision whose shapes it has. */
  readonly base: Revision;
  /** What the service would do with it. */
  readonly natural: ReturnType<typeof lifeOf>;
  /** What was decided about it, the oldest first; nothing: its life goes as the service has it. */
  readonly changes: Decided[];
  sunset: number | undefined;
  whenRetired: WhenRetired;
  patches: readonly ResponsePatch[];
}

/** The revision that a request gets: its name, and whose shapes it has. */
export type Applied = { readonly revision: string; readonly base: Revision };

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

type RevisionChange = Partial<
  Pick<Decided, "status" | "at"> & Pick<Known, "sunset" | "whenRetired" | "patches">
>;

/** What clients are told of a revision's end. */
export interface Ending {
  /** On which the service would retire it, unless its life was decided here. */
  readonly day: string | undefined;
  /** Of one that is deprecated here, or by its life. World time. */
  readonly deprecated: { readonly since: number; readonly ends: number | null } | undefined;
}

/** Which revisions are served, and how, as it was changed while the emulator runs. */
export class Revisions {
  readonly life: RevisionLife;
  missing: MissingRevision = "refuse";
  /** Oldest first. */
  readonly #known: Known[] = [];
  patched = false;
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
    this.#known.push({ ...freshly(revision, base), patches });
    this.#known.sort((a, b) => (a.revision < b.revision ? -1 : 1));
    this.patched ||= patches.length > 0;
  }

  /** Changes one that is known. @param now world time, from which a change without an instant holds */
  change(revision: string, change: RevisionChange, now: number): void {
    const known = this.#get(revision);
    if (known === undefined) throw new Error(`no revision ${revision}`);
    const { status, at = now, whenRetired, patches = [] } = change;
    this.#plain = undefined;
    if (status !== undefined) {
      const atOnce = change.at === undefined;
      // What was planned for later is decided anew; what holds at once also outdoes what was worse.
      const kept = known.changes.filter(
        (each) => each.at < at && (!atOnce || severity[each.status] < severity[status]),
      );
      known.changes.splice(0, known.changes.length, ...kept, { status, at, atOnce });
      if (status === "active") known.sunset = undefined;
    }
    if ("sunset" in change) known.sunset = change.sunset;
    if (whenRetired !== undefined) known.whenRetired = whenRetired;
    known.patches = [...known.patches, ...patches];
    this.patched ||= patches.length > 0;
  }

  /** The latest known revision that is not after a date; undefined: all are later. */
  latestAt(date: string): Applied | undefined {
    return this.#known.findLast(({ revision }) => revision <= date);
  }

  /** What serves requests for this one: itself, or where it falls forward to; undefined: nothing. */
  serving({ revision }: Applied, now: number): Applied | undefined {
    const first = this.#known.findIndex((known) => known.revision === revision);
    for (const known of this.#known.slice(first)) {
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

  /** What answers in a revision tell of its end; undefined: nothing. */
  endingOf(revision: string, now: number): Ending | undefined {
    const known = this.#get(revision);
    if (known === undefined) return undefined;
    const { natural, base, changes } = known;
    const isDecided = changes.length > 0;
    const announced = !isDecided && revision === base && now >= natural.announcedMs;
    const day = announced ? natural.retires : undefined;
    if (isDecided || this.life === "service") {
      const { status, deprecatedAt, sunset, retiresAt } = this.#viewOf(known, now);
      if (status === "deprecated")
        return { day, deprecated: { since: deprecatedAt ?? now, ends: sunset ?? retiresAt } };
    }
    return day === undefined ? undefined : { day, deprecated: undefined };
  }

  /** The patches of a revision and of all before it, the oldest first. */
  patchesOf(revision: string): ResponsePatch[] {
    return this.#known.flatMap((known) => (known.revision <= revision ? known.patches : []));
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

  #statusOf(known: Known, now: number): RevisionStatus {
    const decided = known.changes[inForce(known, now)]?.status;
    if (decided !== undefined || this.life === "all") return decided ?? "active";
    const { deprecatedMs, retiredMs } = known.natural;
    if (now >= retiredMs) return "retired";
    return now >= deprecatedMs ? "deprecated" : "active";
  }

  #viewOf(known: Known, now: number): RevisionView {
    const { revision, base, changes, sunset, whenRetired, patches } = known;
    const current = inForce(known, now);
    // What was before the revision was last made active is over.
    const restored = changes.findLastIndex(
      ({ status }, index) => status === "active" && index <= current,
    );
    const ahead = changes.slice(restored + 1);
    const since = (status: RevisionStatus) => ahead.find((each) => each.status === status)?.at;
    const byLife = this.life === "service" && current === -1 ? known.natural : undefined;
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

const severity: Record<RevisionStatus, number> = { active: 0, deprecated: 1, retired: 2 };

/** The place of the decision that holds; -1: none does. */
const inForce = ({ changes }: Known, now: number): number =>
  changes.findLastIndex(({ at, atOnce }) => atOnce || at <= now);

const freshly = (revision: string, base: Revision): Known => ({
  revision,
  base,
  natural: lifeOf(revision),
  changes: [],
  sunset: undefined,
  whenRetired: "gone",
  patches: [],
});
