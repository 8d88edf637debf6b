import { plainText } from "../../report/printed/markdown.ts";
import {
  headline,
  legend,
  markOf,
  matrixBy,
  momentText,
  repeatsText,
  signs,
  summary,
} from "./found-words.ts";
import type { Defect, Found } from "../result-shape.ts";

/** How much is shown: GitHub takes comments of up to 65,536 characters. */
const defectsMax = 20;
const momentsMax = 15;

/** What an exploration found, as a comment on a pull request, in GitHub's Markdown. */
export function markdownOf(found: Found): string {
  const { defects, notes, unsteady } = found;
  const mark = defects.length === 0 ? "✓" : "✗";
  const more = defects.length - defectsMax;
  return `${[
    `### ${mark} Explore: ${plainText(headline(found))}`,
    plainText(summary(found)),
    ...(notes.length === 0 ? [] : [listOf(notes)]),
    ...defects.slice(0, defectsMax).map(defectOf),
    ...(more > 0 ? [`And ${more} more.`] : []),
    ...(unsteady.length === 0
      ? []
      : [
          `Seen once, and not when it was run again:\n\n${listOf(unsteady.map((each) => each.sentence))}`,
        ]),
    matrixOf(found),
  ].join("\n\n")}\n`;
}

const listOf = (texts: readonly string[]): string =>
  texts.map((text) => `- ${plainText(text)}`).join("\n");

const defectOf = (defect: Defect): string =>
  [
    `**${plainText(defect.sentence)}** (${repeatsText(defect)}${defect.silent ? ", by a fault that no client can notice" : ""})`,
    "",
    "<details><summary>Requests, and a test</summary>",
    "",
    fenced(defect.timeline.slice(-momentsMax).map(momentText).join("\n")),
    "",
    fenced(defect.test, "ts"),
    "",
    "</details>",
  ].join("\n");

/** A fence that is longer than any in the text. */
function fenced(text: string, language = "text"): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function matrixOf(found: Found): string {
  const { columns, rows } = matrixBy(found);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(["Operation", ...columns.map(plainText)]),
    line(["---", ...columns.map(() => "---")]),
    ...rows.map(({ operation, cells }) =>
      line([
        `\`${operation}\``,
        ...cells.map((cell) => (cell === undefined ? "" : signs[markOf(cell)])),
      ]),
    ),
    "",
    `${legend}.`,
  ].join("\n");
}
