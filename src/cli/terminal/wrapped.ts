import { stripVTControlCharacters } from "node:util";

/** Colours take no room on the screen. */
export const columnsOf = (text: string): number => stripVTControlCharacters(text).length;

/** The text in lines of at most so many columns, broken between words. A word that is longer stays whole. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && columnsOf(line) + 1 + columnsOf(word) > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** The same for a column, out of which nothing may stand: a word that is longer is broken after its signs. */
export const wrappedWithin = (text: string, columns: number): string[] =>
  wrapped(text, columns).flatMap((line) => pieces(line, columns));

function pieces(word: string, columns: number): string[] {
  if (word.length <= columns) return [word];
  const end = endOfPart(word, columns);
  return [word.slice(0, end), ...pieces(word.slice(end), columns)];
}

/** Where a text that is longer can be parted, behind a space or a sign, so that the first part is no longer than this. */
export function endOfPart(text: string, columns: number): number {
  const [part = ""] = /^.*[\s/.,:;_@&?=({-]/s.exec(text.slice(0, columns)) ?? [];
  // Far to the left it would be a waste of the line.
  return part.length > columns / 2 ? part.length : columns;
}

/**
 * A text as a screen shows it best: lines that are longer are broken between words, and go on further in than they
 * begin.
 *
 * @param columns undefined: it is no screen, and nothing is broken
 */
export const fitted = (text: string, columns: number | undefined): string =>
  columns === undefined
    ? text
    : text
        .split("\n")
        .map((line) => fittedLine(line, columns))
        .join("\n");

function fittedLine(line: string, columns: number): string {
  if (columnsOf(line) <= columns) return line;
  const [begin = ""] = /^ */.exec(stripVTControlCharacters(line)) ?? [];
  const further = " ".repeat(begin.length + 2);
  // Spaces that a line begins with are not between its words.
  const [first = "", ...others] = wrapped(line.slice(begin.length), columns - begin.length - 2);
  return [begin + first, ...others.map((each) => further + each)].join("\n");
}
