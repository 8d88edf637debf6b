/** A line of one text or of both. */
export interface LineChange {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Longer than this, texts are not compared line by line: the table grows with both lengths. */
const comparedMax = 2000;

/** What differs between two texts, by their longest common lines. */
export function changesOf(before: readonly string[], after: readonly string[]): LineChange[] {
  const [rows, columns] = [
    Math.min(before.length, comparedMax),
    Math.min(after.length, comparedMax),
  ];
  const width = columns + 1;
  const common = new Uint16Array((rows + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const changes: LineChange[] = [];
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    if (row < rows && column < columns && before[row] === after[column]) {
      changes.push({ kind: "same", text: before[row] ?? "" });
      row += 1;
      column += 1;
    } else if (column >= columns || (row < rows && at(row + 1, column) >= at(row, column + 1))) {
      changes.push({ kind: "removed", text: before[row] ?? "" });
      row += 1;
    } else {
      changes.push({ kind: "added", text: after[column] ?? "" });
      column += 1;
    }
  }
  return changes;
}
