/** So many bits of a number are looked at in one pass. */
const bits = 11;
const digits = 2 ** bits;

/**
 * The places of whole numbers in the order of these; those of equal ones stay as they are. Nothing is compared: each
 * pass puts them into the order of one digit more, which of a million takes a tenth of the time of a sort.
 *
 * @param numbers the greatest is less than 2 ** 53 more than the least
 */
export function orderOf(numbers: Float64Array): Uint32Array {
  let places = Uint32Array.from(numbers, (_, place) => place);
  if (ascends(numbers)) return places;
  let next = new Uint32Array(places.length);
  const [least, greatest] = endsOf(numbers);
  for (let scale = 1; scale <= greatest - least; scale *= digits) {
    // Where those with this digit begin.
    const begins = new Uint32Array(digits + 1);
    for (const number of numbers) {
      const digit = ((number - least) / scale) & (digits - 1);
      begins[digit + 1] = (begins[digit + 1] as number) + 1;
    }
    for (let digit = 0; digit < digits; digit += 1) {
      begins[digit + 1] = (begins[digit + 1] as number) + (begins[digit] as number);
    }
    for (const place of places) {
      const digit = (((numbers[place] as number) - least) / scale) & (digits - 1);
      const to = begins[digit] as number;
      begins[digit] = to + 1;
      next[to] = place;
    }
    [places, next] = [next, places];
  }
  return places;
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
  for (const number of numbers) {
    if (number < least) least = number;
    if (number > greatest) greatest = number;
  }
  return [least, greatest];
}
