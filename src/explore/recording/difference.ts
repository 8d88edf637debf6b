/** What of a response differs, the worst first. */
export const differenceKinds = ["status", "header", "shape", "value"] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** One thing that a recorded response and the emulator's do not have in common. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Where it is: `status`, a header, or a member such as `data.attributes.created`. */
  readonly place: string;
  readonly recorded: unknown;
  /** Undefined: it has none, as in the recording. */
  readonly own: unknown;
  /** What differs of it, where the values themselves do not show that. */
  readonly what?: string;
  /** What explains it, in words. */
  readonly note?: string;
}

export const differs = (
  kind: DifferenceKind,
  place: string,
  recorded: unknown,
  own: unknown,
  what?: string,
): Difference => ({ kind, place, recorded, own, ...(what !== undefined && { what }) });

/** A difference in one sentence, with both sides. */
export function sentenceOf({ place, recorded, own, what, note }: Difference): string {
  const of = what === undefined ? place : `${what} of ${place}`;
  return `${of}: ${shown(recorded)} in the recording, ${shown(own)} in the emulator${note === undefined ? "" : ` (${note})`}`;
}

/** The same for all records of a list. */
export const groupOf = ({ kind, place, what = "" }: Difference): string =>
  `${kind}${what && ` (${what})`} of ${place.replace(/\[\d+\]/g, "[]")}`;

const shownMax = 70;

function shown(value: unknown): string {
  if (value === undefined) return "absent";
  if (Array.isArray(value)) return value.length === 0 ? "[]" : textOf(value);
  return textOf(value);
}

function textOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}
