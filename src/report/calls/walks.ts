import type { Attempt, Attempts } from "./attempt.ts";
import type { GivenPage } from "../../world/journal/entry.ts";
import { filtered, forEach, type Slices } from "../slices.ts";
import { groupedBy } from "../streams.ts";

export type Paged = Attempt & { readonly page: GivenPage };

export interface Walk {
  readonly pages: readonly Paged[];
  /** What was asked for the page after the last of these, and was not answered well. */
  readonly refused: Attempts;
}

type Draft = { readonly pages: Paged[]; readonly refused: Attempt[] };

const isPaged = (attempt: Attempt): attempt is Paged => attempt.page !== undefined;

/** The walks of a run, in order, without pages that are read again; of alike ones the last goes on. */
export function* walksOf(attempts: Attempts): Slices<Walk[]> {
  const walks: Draft[] = [];
  const waiting = new Map<string, Draft[]>();
  yield* forEach(yield* filtered(attempts, isOfWalk), (attempt) => {
    const cursor = cursorOf(attempt);
    const open = waiting.get(placeOf(attempt, cursor));
    if (!isPaged(attempt)) {
      open?.at(-1)?.refused.push(attempt);
      return;
    }
    const walk = cursor === undefined ? { pages: [], refused: [] } : open?.pop();
    if (walk === undefined) return;
    if (cursor === undefined) walks.push(walk);
    walk.pages.push(attempt);
    const next = attempt.page.next();
    if (next === null) return;
    walk.refused.length = 0;
    const place = placeOf(attempt, next);
    const others = waiting.get(place);
    if (others === undefined) waiting.set(place, [walk]);
    else others.push(walk);
  });
  return walks;
}

/** What failed is asked for again from where it was. */
const isOfWalk = (attempt: Attempt): boolean =>
  attempt.page !== undefined ||
  (attempt.outcome !== "answered" && attempt.target.includes("cursor"));

const placeOf = ({ account, path }: Attempt, cursor: string | undefined): string =>
  [account, path, cursor].join("\n");

/** The cursor that it asked with, also where a client sends the whole link, or keeps its `=`. */
const cursorOf = ({ target }: Attempt): string | undefined =>
  /.*page(?:\[|%5b|%255b)cursor(?:\]|%5d|%255d)(?:=|%3d)+([\w-]+)/is.exec(target)?.[1];

export const isLedBy = (page: Attempt, to: Attempt): boolean =>
  isPaged(page) && page.page.next() === cursorOf(to) && placeOf(page, "") === placeOf(to, "");

export const isWhole = ({ pages }: Walk): boolean => pages.at(-1)?.page.next() === null;

export function roundsOf({ pages }: Walk): number {
  const rounds = groupedBy(pages, (page) => cursorOf(page) ?? "");
  return Math.max(...[...rounds.values()].map(({ length }) => length));
}
