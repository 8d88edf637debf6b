/** The text in lines of at most so many columns, broken between words, within a word only if it is longer. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((each) => pieces(each, columns))) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function pieces(word: string, columns: number): string[] {
  if (word.length <= columns) return [word];
  return [word.slice(0, columns), ...pieces(word.slice(columns), columns)];
}
