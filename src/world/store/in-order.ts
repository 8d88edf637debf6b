import { type Slices, atOnce } from "../time/slices.ts";
import type { KeyOf, Scalar } from "./record.ts";

/** So many records are looked at between two pauses: a millisecond's work. */
export const lookedAtOnce = 8192;

/**
 * The places of records in an order; of those that are alike in it, the last alone. They are brought into the order of
 * the numbers that go with their first keys, so that only those with the same number are compared: of very many, that
 * takes a fraction of the time, and leaves next to nothing behind.
 * @param first what the order goes by before everything else @param compare by that key and whatever follows it
 */
export function* inOrder<R>(
  records: readonly R[],
  first: KeyOf<R>,
  compare: (a: R, b: R) => number,
): Slices<Uint32Array> {
  const found = { isAnyTwice: false };
  const places = yield* ordered(records, first, compare, found);
  if (!found.isAnyTwice) return places;
  return places.filter((place, at) => {
    const next = places[at + 1];
    return next === undefined || compare(records[place] as R, records[next] as R) !== 0;
  });
}

/** More records with the same number are brought into order as all are: what their keys begin with is longer. */
const comparedMax = 2000;

/** @param found is told whether some are alike in the order */
function* ordered<R>(
  records: readonly R[],
  first: KeyOf<R>,
  compare: (a: R, b: R) => number,
  found: { isAnyTwice: boolean },
): Slices<Uint32Array> {
  const numbers = yield* numbersOf(records, first);
  const places = yield* orderInTurns(numbers);
  const order = (a: number, b: number) => compare(records[a] as R, records[b] as R);
  for (let from = 0, to = 0; from < places.length; from = to) {
    const number = numbers[places[from] as number];
    let ascends = true;
    for (to = from + 1; to < places.length && numbers[places[to] as number] === number; to += 1) {
      ascends &&= order(places[to - 1] as number, places[to] as number) < 0;
    }
    if (Math.floor(from / lookedAtOnce) < Math.floor(to / lookedAtOnce)) yield;
    if (ascends) continue;
    if (to - from > comparedMax && to - from < places.length) {
      const group = places.slice(from, to);
      const within = yield* ordered(picked(records, group), first, compare, found);
      const inPlace = within.map((at) => group[at] as number);
      places.set(inPlace, from);
      continue;
    }
    places.subarray(from, to).sort((a, b) => order(a, b) || a - b);
    for (let at = from + 1; at < to; at += 1) {
      found.isAnyTwice ||= order(places[at - 1] as number, places[at] as number) === 0;
    }
  }
  return places;
}

export function picked<R>(records: readonly R[], places: Uint32Array): R[] {
  // A list that grows has room for more.
  const found = records.slice(0, places.length);
  for (let at = 0; at < places.length; at += 1) found[at] = records[places[at] as number] as R;
  return found;
}

/** For each record a number: of two keys, the lesser one never has the greater number. */
function* numbersOf<R>(records: readonly R[], key: KeyOf<R>): Slices<Float64Array> {
  const numbers = new Float64Array(records.length);
  let [allTexts, allNumbers] = [true, true];
  let text: string | undefined;
  let shared = 0;
  for (let at = 0; at < records.length; at += 1) {
    if (at % lookedAtOnce === 0) yield;
    const value = key(records[at] as R);
    if (value === null) continue;
    if (typeof value === "string") {
      if (text === undefined) [text, shared] = [value, value.length];
      else shared = sharedLength(text, value, shared);
      allNumbers = false;
    } else {
      if (typeof value !== "number") allNumbers = false;
      allTexts = false;
    }
  }
  // Keys of several kinds are all compared.
  if (!allTexts && !allNumbers) return numbers;
  for (let at = 0; at < numbers.length; at += 1) {
    if (at % lookedAtOnce === 0) yield;
    const value = key(records[at] as R);
    numbers[at] = typeof value === "string" ? beginningOf(value, shared) : wholeOf(value);
  }
  return numbers;
}

/** Numbers beyond that are not told from each other. */
const farthest = 2 ** 51;

const wholeOf = (value: Exclude<Scalar, string>): number =>
  Math.max(-farthest, Math.min(farthest, Math.floor(Number(value ?? -farthest))));

/** With how many characters two texts begin alike, as far as they are looked at. */
function sharedLength(a: string, b: string, most: number): number {
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

const unitsMax = 4;

/** The beginning of a text as a number; texts are not told apart from the first character on that is no byte. */
function beginningOf(text: string, skipped: number): number {
  let number = 0;
  let isBeyond = false;
  for (let at = skipped; at < skipped + unitsMax; at += 1) {
    let unit = 0;
    if (at < text.length && !isBeyond) unit = Math.min(text.charCodeAt(at) + 1, 255);
    isBeyond ||= unit === 255;
    number = number * 256 + unit;
  }
  return number;
}

/**
 * The places of whole numbers in the order of these; those of equal ones stay as they are. Nothing is compared: they are
 * put into the order of one digit after the other, which of a million takes a fraction of the time of a sort.
 * @param numbers the greatest is less than 2 ** 53 more than the least
 */
export const orderOf = (numbers: Float64Array): Uint32Array => atOnce(orderInTurns(numbers));

/** The same, in slices. */
export function* orderInTurns(numbers: Float64Array): Slices<Uint32Array> {
  const places = Uint32Array.from(numbers, (_, place) => place);
  if (ascends(numbers)) return places;
  if (places.length < fewMax)
    return places.sort((a, b) => (numbers[a] as number) - (numbers[b] as number) || a - b);
  yield;
  const [least, greatest] = endsOf(numbers);
  let order: Order = { places, words: new Uint32Array(places.length) };
  for (let unit = 1; unit <= greatest - least; unit *= 2 ** 32) {
    for (let at = 0; at < places.length; at += 1) {
      order.words[at] = ((numbers[order.places[at] as number] as number) - least) / unit;
    }
    for (let shift = 0; shift < 32; shift += bits) {
      yield;
      order = byDigit(order, shift);
    }
  }
  return order.places;
}

/** Places, and the part of their numbers that they are put in order by just now. */
type Order = { readonly places: Uint32Array; readonly words: Uint32Array };

/** Fewer are compared: to go through all digits takes longer. */
const fewMax = 2000;

const bits = 11;
const digits = 2 ** bits;

function byDigit({ places, words }: Order, shift: number): Order {
  // Behind those with each digit is where those with the next begin.
  const begins = new Uint32Array(digits + 1);
  for (let at = 0; at < words.length; at += 1) {
    const next = (((words[at] as number) >>> shift) & (digits - 1)) + 1;
    begins[next] = (begins[next] as number) + 1;
  }
  for (let digit = 1; digit < digits; digit += 1) {
    begins[digit] = (begins[digit] as number) + (begins[digit - 1] as number);
  }
  const ordered = { places: new Uint32Array(places.length), words: new Uint32Array(places.length) };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as number;
    const digit = (word >>> shift) & (digits - 1);
    const to = begins[digit] as number;
    begins[digit] = to + 1;
    ordered.places[to] = places[at] as number;
    ordered.words[to] = word;
  }
  return ordered;
}

/** Mostly they are in order already. */
function ascends(numbers: Float64Array): boolean {
  for (let at = 1; at < numbers.length; at += 1) {
    if ((numbers[at - 1] as number) > (numbers[at] as number)) return false;
  }
  return true;
}

function endsOf(numbers: Float64Array): readonly [least: number, greatest: number] {
  let [least, greatest] = [Infinity, -Infinity];
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] as number;
    if (number < least) least = number;
    if (number > greatest) greatest = number;
  }
  return [least, greatest];
}
