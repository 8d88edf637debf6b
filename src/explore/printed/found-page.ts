import { counted, secondsText } from "../../report/figures.ts";
import { formatsOf } from "../../report/page/formats.ts";
import { type Blocks, type Cell, code, type Fold, heading } from "../../report/page/page.ts";
import { listOf, type Tone } from "../../report/page/page.ts";
import { only, type Page, said, type Table, type TestCase } from "../../report/page/page.ts";
import type { Defect, Found } from "../result-shape.ts";
import { emptiness, headline, legend, type Mark, markOf, matrixBy } from "./found-words.ts";
import { othersText, repeatsText, signs, summary, timelineLines } from "./found-words.ts";

/** Defects that a comment has: GitHub takes those of up to 65,536 characters. */
const defectsMax = 20;
const momentsMax = { text: 8, markdown: 15 };

export function foundPage(found: Found): Page {
  const { defects, notes, unsteady, seconds } = found;
  const silent = defects.filter((defect) => defect.silent);
  const killed = defects.filter(({ oracle }) => oracle === "crash");
  const others = defects.filter((defect) => !silent.includes(defect) && !killed.includes(defect));
  const isOdd = unsteady.length > 0;
  return {
    title: "Explore",
    verdict: headline(found),
    tone: defects.length === 0 ? "good" : "bad",
    summary: summary(found),
    since: null,
    blocks: [
      ...notes.map((note) => said(note, "doubt", "note")),
      ...only(["html"], ...wholeMatrix(found)),
      ...only(["html"], others.length > 0 && heading("Defects")),
      ...defectBlocks(others),
      killed.length > 0 && heading("Does not survive being killed"),
      ...defectBlocks(killed),
      silent.length > 0 && heading("By faults that no client can notice"),
      ...defectBlocks(silent),
      isOdd && heading("Seen once, and not when it was run again"),
      ...only(["text", "markdown"], isOdd && listOf(unsteady.map(({ sentence }) => sentence))),
      ...only(["html"], ...unsteady.map(defectFold)),
      ...only(["text", "markdown"], ...shortMatrix(found)),
    ],
    tests: { name: "explore", seconds, cases: casesOf(found) },
  };
}

const { json, html, markdown, junit } = formatsOf(foundPage);

export const foundFiles: Readonly<Record<string, (found: Found) => string>> = {
  "explore.json": json.write,
  "explore.html": html.write,
  "explore.md": markdown.write,
  "explore.xml": junit.write,
};

const defectBlocks = (defects: readonly Defect[]): Blocks => [
  ...only(["text", "html"], ...defects.map(defectFold)),
  ...only(
    ["markdown"],
    ...defects
      .slice(0, defectsMax)
      .flatMap((defect) => [said(defect.sentence, "bad", "title"), defectFold(defect)]),
    defects.length > defectsMax && said(`And ${defects.length - defectsMax} more.`),
  ),
];

function defectFold(defect: Defect): Fold {
  const { sentence, oracles, timeline, faults, test, command, difference, printed } = defect;
  const requests = (most?: number) => code("text", timelineLines(timeline, most).join("\n"));
  const lines = [...printed.output, ...printed.errors.map((line) => `stderr: ${line}`)].join("\n");
  const others = othersText(defect);
  const title = (text: string) => said(text, undefined, "title");
  return {
    kind: "fold",
    title: sentence,
    mark: { text: "✗ defect", short: "✗", tone: "bad" },
    brief: "Requests, and a test",
    isOpen: true,
    blocks: [
      said(`${repeatsText(defect)}; found by ${oracles.join(", ")}`, "idle"),
      others !== "" && said(others, "idle"),
      ...only(["text"], requests(momentsMax.text)),
      ...only(["markdown"], requests(momentsMax.markdown)),
      ...only(
        ["html"],
        difference.length > 0 && differenceTable(difference),
        title("Requests of a failing run:"),
        requests(),
        lines !== "" && title("What it printed:"),
        lines !== "" && code("text", lines),
        title("The faults:"),
        code("json", faults.map((fault) => JSON.stringify(fault)).join("\n")),
        command !== null && title("To see it again:"),
      ),
      ...only(["text", "html"], command !== null && code("sh", command)),
      ...only(["html"], test !== "" && title("As a test:")),
      ...only(["html", "markdown"], test !== "" && code("text", test)),
    ],
  };
}

const differenceTable = (difference: Defect["difference"]): Table => ({
  kind: "table",
  label: "State, against a run without faults",
  caption: "State, against a run without faults",
  heads: ["Record", "Without faults", "This run"],
  noun: "record",
  most: { html: 50 },
  rows: difference.flatMap(({ what, collection, name, expected, found, members }) => [
    [
      { text: `${what} ${collection} ${name}` },
      { text: String(expected) },
      { text: String(found), tone: found === expected ? "idle" : "bad" },
    ],
    ...Object.entries(members).map(([member, value]): Cell[] => [
      { text: member, isCode: true },
      { text: JSON.stringify(value.expected) ?? "–", isCode: true },
      { text: JSON.stringify(value.found) ?? "–", isCode: true, tone: "bad" },
    ]),
  ]),
});

const tones: Readonly<Record<Mark, Tone>> = {
  survived: "good",
  "gave up": "doubt",
  defect: "bad",
  unmet: "idle",
  "not tried": "idle",
};

const shownCell = (cell: Parameters<typeof markOf>[0] | undefined, hasWord: boolean): Cell => {
  if (cell === undefined) return { text: "" };
  const mark = markOf(cell);
  return { text: hasWord ? `${signs[mark]} ${mark}` : signs[mark], tone: tones[mark] };
};

const ofMatrix = { kind: "table", label: "Faults and operations" } as const;

/** Groups of kinds, where there is little room. */
function shortMatrix(found: Found): Blocks {
  const { columns, rows } = matrixBy(found);
  return [
    heading(ofMatrix.label),
    {
      ...ofMatrix,
      heads: ["operation", ...columns],
      rows: rows.map(({ operation, cells }) => [
        { text: operation, isCode: true },
        ...cells.map((cell) => shownCell(cell, false)),
      ]),
    },
    said(`${legend}.`, "idle"),
  ];
}

/** Each kind, as a row, since there are many. */
function wholeMatrix(found: Found): Blocks {
  const { columns, rows } = matrixBy(found, (kind) => kind);
  return [
    heading(ofMatrix.label),
    {
      ...ofMatrix,
      heads: ["Fault", ...rows.map(({ operation }) => operation)],
      caption: `${legend}. ${counted(found.runs, "run")} in ${secondsText(found.seconds)}.`,
      rows: columns.map((kind, index) => [
        { text: kind, isCode: true },
        ...rows.map(({ cells }) => shownCell(cells[index], true)),
      ]),
    },
  ];
}

function casesOf(found: Found): TestCase[] {
  const message = emptiness(found);
  return [
    ...found.defects.map(({ name, sentence, timeline }): TestCase => {
      return { name, outcome: "failed", message: sentence, lines: timelineLines(timeline) };
    }),
    ...found.matrix
      .filter(({ defects }) => defects === 0)
      .map(({ operation, kind, survived, gaveUp, unmet }): TestCase => ({
        group: `explore ${operation}`,
        name: kind,
        outcome: survived + gaveUp === 0 ? "skipped" : "passed",
        message: unmet > 0 ? "no request met it" : "not tried",
      })),
    ...(message === undefined ? [] : [{ name: "schedules", outcome: "error", message } as const]),
  ];
}
