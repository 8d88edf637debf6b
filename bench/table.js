/**
 * One line of the table.
 *
 * @typedef {object} Row
 * @property {string} what
 * @property {string} ours what was measured
 * @property {string} [base] what it is held against
 * @property {number} [figure] the ratio, or the absolute figure that the bar is about
 * @property {Bar} [bar] none: for information
 */

/** @typedef {{ readonly most: number, readonly unit?: string } | { readonly least: number, readonly unit?: string }} Bar */

/** @param {Row} row */
const met = ({ figure = Number.NaN, bar }) =>
  bar !== undefined && ("most" in bar ? figure <= bar.most : figure >= bar.least);

/** @param {Row} row @returns {string[]} */
function cellsOf(row) {
  const { what, ours, base = "", figure, bar } = row;
  const unit = bar?.unit === undefined ? "" : ` ${bar.unit}`;
  const limit = bar && ("most" in bar ? `≤ ${bar.most}${unit}` : `≥ ${bar.least}${unit}`);
  // An absolute figure is shown with its unit already.
  const shown = figure === undefined || base === "" ? "" : figure.toFixed(2);
  return [
    what,
    ours,
    base,
    shown,
    limit ?? "",
    bar === undefined ? "" : met(row) ? "met" : "NOT MET",
  ];
}

/** The columns that are words; the others are figures, which align to the right. */
const words = new Set([0, 4, 5]);

/** @param {readonly (Row | string)[]} rows a string is a heading */
export function tableOf(rows) {
  const head = ["", "ours", "against", "ratio", "bar", ""];
  const lines = [head, ...rows.map((row) => (typeof row === "string" ? [row] : cellsOf(row)))];
  const widths = head.map((_, column) =>
    Math.max(...lines.filter(({ length }) => length > 1).map((line) => line[column]?.length ?? 0)),
  );
  const lineOf = (/** @type {string[]} */ cells) => {
    if (cells.length === 1) return `\n${cells[0]}`;
    const padded = cells.map((cell, column) =>
      words.has(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `  ${padded.join("  ")}`.trimEnd();
  };
  return lines.map(lineOf).join("\n");
}

/** @param {readonly (Row | string)[]} rows */
export function verdictOf(rows) {
  const judged = rows
    .filter((row) => typeof row !== "string")
    .filter(({ bar }) => bar !== undefined);
  const missed = judged.filter((row) => !met(row));
  return `${judged.length - missed.length} of ${judged.length} bars met`;
}
