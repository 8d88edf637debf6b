/** The filler that printers have used for centuries. */
const paragraph =
  "Lorem ipsum dolor sit amet, consectetur adipisicing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur. Excepteur sint occaecat cupidatat non proident, sunt in culpa qui officia deserunt mollit anim id est laborum.";
const words = paragraph
  .slice(0, paragraph.indexOf("."))
  .toLowerCase()
  .replaceAll(",", "")
  .split(" ");

/** The most words or paragraphs. */
const countMax = 1000;

/** So many words, paragraphs of HTML (`p`), or blocks of text (`b`). @guess render_template: The tag `lorem` always gives the same words. */
export function lorem(count: number, kind: string): string {
  const many = <T>(of: (at: number) => T) =>
    Array.from({ length: Math.min(countMax, Math.max(0, count)) }, (_, at) => of(at));
  if (kind === "w") return many((at) => words[at % words.length]).join(" ");
  return many(() => (kind === "p" ? `<p>${paragraph}</p>` : paragraph)).join("\n\n");
}
