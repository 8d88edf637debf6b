/** What differs in every run: times, ids, how long things took, and how often something was tried. */
const ownOfRun = [
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?/g,
  /\b\d\d:\d\d:\d\d(\.\d+)?\b/g,
  /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi,
  /\b[0-7][\dA-HJKMNP-TV-Z]{25}\b/gi,
  /\b\d+([.,]\d+)?\s*(ms|milliseconds?|s|secs?|seconds?|minutes?|µs)\b/gi,
  /\b(attempt|retry|try)\s*#?\d+\b/gi,
  /\b\d+\s*(requests?|attempts?|retries|retry|tries|calls)\b/gi,
  /\bhttps?:\/\/\S+/g,
  // oxlint-disable-next-line no-control-regex
  /\u001B\[[\d;]*[A-Za-z]/g,
];

const plainLine = (line: string): string =>
  ownOfRun.reduce((plain, pattern) => plain.replace(pattern, "#"), line).trim();

/** The same for whoever reads it: `*` stands for what differs in each run. */
export const patternOf = (plain: string): string => plain.replace(/#/g, "*").replace(/\*+/g, "*");

const plainLines = (output: readonly string[]): string[] =>
  output.map(plainLine).filter((line) => line !== "");

/** The lines that two runs without faults both have, in order, each as often as both have it. */
export function steadyLines(one: readonly string[], other: readonly string[]): string[] {
  const left = countsOf(plainLines(other));
  return plainLines(one).filter((line) => take(left, line));
}

export function missingLines(steady: readonly string[], output: readonly string[]): string[] {
  const left = countsOf(plainLines(output));
  return steady.filter((line) => !take(left, line));
}

export const unsteadyCount = (one: readonly string[], steady: readonly string[]): number =>
  plainLines(one).length - steady.length;

function countsOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function take(left: Map<string, number>, line: string): boolean {
  const count = left.get(line) ?? 0;
  left.set(line, count - 1);
  return count > 0;
}
