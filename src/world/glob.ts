/** Whether a text is what a pattern says, in which `*` stands for anything, also nothing. */
export function matchesGlob(pattern: string, text: string): boolean {
  let [at, star, resume] = [0, -1, 0];
  let index = 0;
  while (index < text.length) {
    if (pattern[at] === "*") {
      [star, resume] = [at, index];
      at += 1;
    } else if (pattern[at] === text[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      // The last star takes one character more.
      resume += 1;
      [at, index] = [star + 1, resume];
    } else return false;
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}

/** Whether any text is what both patterns say. */
export function globsMeet(one: string, other: string): boolean {
  // Row by row: whether the rest of `one` meets the rest of `other`.
  let below = [...other, ""].map((_, index) => isStars(other.slice(index)));
  for (let at = one.length - 1; at >= 0; at -= 1) {
    const row = Array.from({ length: other.length + 1 }, () => false);
    row[other.length] = isStars(one.slice(at));
    for (let to = other.length - 1; to >= 0; to -= 1) {
      const [next = false, right = false, both = false] = [below[to], row[to + 1], below[to + 1]];
      const hasStar = one[at] === "*" || other[to] === "*";
      row[to] = hasStar ? next || right : one[at] === other[to] && both;
    }
    below = row;
  }
  return below[0] === true;
}

const isStars = (pattern: string): boolean => /^\**$/.test(pattern);
