import { atOnce, type Slices } from "../time/slices.ts";

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
interface Order {
  readonly places: Uint32Array;
  readonly words: Uint32Array;
}

/** Fewer are compared: to go through all digits takes longer. */
const fewMax = 2000;

/** So many bits of a word are a digit. */
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
