import {
  headline,
  legend,
  markOf,
  matrixBy,
  momentText,
  othersText,
  repeatsText,
  signs,
  summary,
} from "../../explore/printed/found-words.ts";
import type { Defect, Found } from "../../explore/result-shape.ts";
import { colours } from "../terminal/colours.ts";
import { printable, truncated } from "../terminal/printable.ts";
import { tableOf } from "../terminal/table.ts";
import { wrappedWithin } from "../terminal/wrapped.ts";
import { widthOf } from "./report-text.ts";

/** How many requests of a failing run are shown. */
const momentsMax = 8;

const paints = {
  survived: colours.green,
  "gave up": colours.yellow,
  defect: colours.red,
  unmet: colours.dim,
  "not tried": colours.dim,
} as const;

/** What an exploration found, as text for a terminal of this width. */
export function foundText(found: Found, screen: number | undefined): string {
  const width = widthOf(screen);
  const paint = found.defects.length === 0 ? colours.green : colours.red;
  const silent = found.defects.filter((defect) => defect.silent);
  const others = found.defects.filter((defect) => !defect.silent);
  return [
    [paint(colours.bold(headline(found))), ...within(summary(found), width)].join("\n"),
    ...found.notes.map((note) => within(note, width).join("\n")),
    ...others.map((defect) => defectText(defect, width)),
    ...(silent.length === 0 ? [] : [colours.bold("By faults that no client can notice")]),
    ...silent.map((defect) => defectText(defect, width)),
    ...(found.unsteady.length === 0 ? [] : [unsteadyText(found, width)]),
    matrixText(found, width),
  ].join("\n\n");
}

const within = (text: string, width: number): string[] => wrappedWithin(printable(text), width);

function defectText(defect: Defect, width: number): string {
  const { sentence, oracles, timeline, scenario } = defect;
  const others = othersText(defect);
  const head = wrappedWithin(printable(sentence), width - 2);
  return [
    ...head.map((line, index) =>
      index === 0 ? `${colours.red("✗")} ${colours.bold(line)}` : `  ${colours.bold(line)}`,
    ),
    `  ${colours.dim(`${repeatsText(defect)}; found by ${oracles.join(", ")}`)}`,
    ...(others === "" ? [] : [`  ${colours.dim(others)}`]),
    ...timeline
      .slice(-momentsMax)
      .map((each) => `  ${colours.dim(truncated(printable(momentText(each)), width - 2))}`),
    ...(scenario === null ? [] : [`  ${printable(defect.command ?? scenario)}`]),
  ].join("\n");
}

const unsteadyText = ({ unsteady }: Found, width: number): string =>
  [
    colours.bold("Seen once, and not when it was run again"),
    ...unsteady.flatMap(({ sentence }) => within(`- ${sentence}`, width)),
  ].join("\n");

function matrixText(found: Found, width: number): string {
  const { columns, rows } = matrixBy(found);
  const table = tableOf(
    [
      {
        head: "operation",
        cell: ({ operation }: (typeof rows)[number]) => operation,
        elastic: "cut",
      },
      ...columns.map((head, index) => ({
        head,
        cell: ({ cells }: (typeof rows)[number]) => {
          const cell = cells[index];
          if (cell === undefined) return "";
          const mark = markOf(cell);
          return paints[mark](signs[mark]);
        },
      })),
    ],
    rows,
    width,
  );
  return [table, ...wrappedWithin(legend, width).map((line) => colours.dim(line))].join("\n");
}
