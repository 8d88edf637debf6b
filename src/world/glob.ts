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
