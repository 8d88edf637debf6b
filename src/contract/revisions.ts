import { words } from "./words.ts";

/** Every published revision, oldest first (behaviour.md, 4). */
export const revisions = words(`
  2022-10-17
  2023-01-24 2023-02-22 2023-06-15 2023-07-15 2023-08-15 2023-09-15 2023-10-15 2023-12-15
  2024-02-15 2024-05-15 2024-06-15 2024-07-15 2024-10-15
  2025-01-15 2025-04-15 2025-07-15 2025-10-15
  2026-01-15 2026-04-15 2026-07-15
`);

export type Revision = (typeof revisions)[number];

/** The first revision that is served; older ones are retired (behaviour.md, 16). */
export const oldestRevision: Revision = "2023-10-15";

export const newestRevision: Revision = "2026-07-15";

const dayMs = 86_400_000;

/** The revisions in which something exists: from `since` on, and before `until`. */
export type Life = { readonly since?: Revision; readonly until?: Revision };

/** Whether something with this life exists in a revision. Dates compare as text. */
export function livesIn(life: Life, revision: Revision): boolean {
  return (
    (life.since === undefined || life.since <= revision) &&
    (life.until === undefined || revision < life.until)
  );
}

/** A revision is deprecated a year after its date, which answers announce a day later, and retires after two (behaviour.md, 4). */
export function lifeOf(revision: string) {
  const inYears = (years: number) => `${Number(revision.slice(0, 4)) + years}${revision.slice(4)}`;
  const retires = inYears(2);
  const deprecatedMs = Date.parse(inYears(1));
  const announcedMs = deprecatedMs + dayMs;
  return { deprecatedMs, announcedMs, retiredMs: Date.parse(retires), retires };
}

/** The latest published revision that is not after `date` (`YYYY-MM-DD`), if there is one. */
export function revisionAt(date: string): Revision | undefined {
  return revisions.findLast((revision) => revision <= date);
}
