/**
 * Groups of texts as one text: how long each of them is, then all of them. It takes half as long as JSON, and a text may
 * have anything in it.
 */
export function packed(groups: readonly (readonly (string | number)[])[]): string {
  let [lengths, texts] = ["", ""];
  for (const group of groups) {
    for (const part of group) {
      const text = String(part);
      lengths += `${text.length},`;
      texts += text;
    }
    lengths += ";";
  }
  return `${lengths}\n${texts}`;
}

/** The groups of which that was made. */
export function unpacked(text: string): string[][] {
  let at = text.indexOf("\n") + 1;
  const groups = text.slice(0, at - 2).split(";");
  return groups.map((lengths) =>
    lengths
      .split(",")
      .slice(0, -1)
      .map((length) => text.slice(at, (at += Number(length)))),
  );
}
