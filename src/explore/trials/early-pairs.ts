import type { Schedule } from "../schedule.ts";
import type { Group } from "./groups.ts";

/** After how many runs the first pair comes, and how often one from then on. */
const soonMin = 12;
const pairEvery = 4;

/**
 * After a while, every few a pair: the same fault at the retry, where the first was survived by then.
 *
 * @param found the pairs that are there by then and were not given before
 */
export function* withPairs(
  groups: Iterable<Group>,
  found: () => readonly Schedule[],
  counted: (pair: Schedule) => Group,
): Generator<Group> {
  const due: Schedule[] = [];
  let given = 0;
  for (const group of groups) {
    yield group;
    given += 1;
    if (given < soonMin || given % pairEvery > 0) continue;
    due.push(...found());
    const next = due.shift();
    if (next !== undefined) yield counted(next);
  }
  for (const each of due) yield counted(each);
}
