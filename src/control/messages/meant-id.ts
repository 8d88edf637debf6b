import { ControlError, unknownId } from "../../emulation/problem.ts";

/** Fewer characters are no short id: they would name one by accident. */
const shortMin = 4;

/** How many ids are listed. */
const listedMax = 5;

/**
 * The id that is meant: itself, or the only one that begins like this.
 *
 * @param what what has such ids, such as `request`
 * @param names what to tell of the others, where there is none: their ids or their names
 * @throws ControlError if there is none, or which there are if there are several
 */
export function meantId(
  what: string,
  given: string,
  ids: readonly string[],
  names?: readonly string[],
): string {
  if (ids.includes(given)) return given;
  const wanted = given.toLowerCase();
  const isShort = given.length >= shortMin;
  const like = isShort ? ids.filter((id) => id.toLowerCase().startsWith(wanted)) : [];
  const [only] = like;
  if (only === undefined) throw unknownId(what, given, names);
  if (like.length === 1) return only;
  const more = like.length > listedMax ? " and others" : "";
  const listed = like.slice(0, listedMax).join(", ");
  throw new ControlError(
    `${like.length} ids of a ${what} begin with ${given}: ${listed}${more}`,
    "id",
  );
}
