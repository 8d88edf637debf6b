import { blocksIn, cut, grouped, type Block, type Code } from "../../report/page/page.ts";
import type { Fold, List, Page, Table, Tone } from "../../report/page/page.ts";
import { counted } from "../../report/figures.ts";
import { colours } from "../terminal/colours.ts";
import { printable, truncated, wrapped, wrappedWithin } from "../terminal/texts.ts";
import { tableOf } from "../terminal/table.ts";
import { lanesText } from "./lanes-text.ts";

/** The least width of a page, and of the first column of a table. */
const [widthMin, firstMin] = [40, 24];

const paints: Readonly<Record<Tone, (text: string) => string>> = {
  good: colours.green,
  bad: colours.red,
  doubt: colours.yellow,
  idle: colours.dim,
};

/** A result as text for a terminal of this width. Default: 80 columns. */
export function pageText(page: Page, screen: number | undefined): string {
  // Terminals that know nothing of their width say 0.
  const width = Math.max(widthMin, screen || 80);
  const paint = paints[page.tone === "idle" ? "doubt" : page.tone];
  const verdict = wrapped(page.verdict, width).map((line) => colours.bold(paint(line)));
  const summary = page.summary === "" ? [] : painted(wrapped(page.summary, width), "idle");
  const sections = [[...verdict, ...summary]];
  let before: Block | undefined;
  for (const block of blocksIn("text", page.blocks)) {
    const lines = linesOf(block, width);
    if (beginsSection(block, before)) sections.push(lines);
    else sections.at(-1)?.push(...lines);
    before = block;
  }
  return sections.map((lines) => lines.join("\n")).join("\n\n");
}

const painted = (lines: readonly string[], tone: Tone): string[] =>
  lines.map((line) => paints[tone](line));

function beginsSection(block: Block, before: Block | undefined): boolean {
  if (before === undefined || block.kind === "heading") return true;
  if (block.kind === "note") return before.kind !== "note";
  if (block.kind !== "fold") return false;
  // A fold without a sign goes on with what is before it.
  return block.mark !== undefined && !(block.isShort === true && before.kind === "fold");
}

function linesOf(block: Block, width: number): string[] {
  switch (block.kind) {
    case "heading":
      return [colours.bold(block.text) + (block.hint ? colours.dim(`  ${block.hint}`) : "")];
    case "title":
    case "sentence":
    case "note": {
      const { text, tone } = block;
      // A space that must not be a line's end is printed as any other.
      const fitting = wrappedWithin(printable(text), width);
      const lines = fitting.map((line) => line.replaceAll("\u00A0", " "));
      return tone === undefined ? lines : painted(lines, tone);
    }
    case "list":
      return listLines(block, "", width);
    case "table":
      return tableLines(block, width);
    case "fold":
      return foldLines(block, width);
    case "lanes":
      return lanesText(block, width);
    case "code":
      return codeLines(block, width);
  }
}

function listLines({ items, ...list }: List, bullet: string, width: number): string[] {
  const { shown, more } = cut("text", items, list);
  const further = " ".repeat(bullet.length);
  const rest = list.noun === undefined ? `${more} more` : counted(more, `more ${list.noun}`);
  return [
    ...grouped(shown).flatMap((group) => [
      ...group.flatMap(({ text }) => indented(text, bullet, width)),
      ...painted(indented(group[0]?.below ?? "", further, width), "idle"),
    ]),
    ...(more > 0 ? [colours.dim(`${further}and ${rest}`)] : []),
  ];
}

function indented(text: string, begin: string, width: number): string[] {
  if (text === "") return [];
  const [first = "", ...others] = wrappedWithin(printable(text), width - begin.length);
  return [`${begin}${first}`, ...others.map((line) => " ".repeat(begin.length) + line)];
}

function foldLines({ title, id, mark, blocks }: Fold, width: number): string[] {
  const text = id === undefined ? title : `${id}: ${title}`;
  const [first = "", ...others] = wrappedWithin(printable(text), width - 2);
  const sign = mark?.tone && mark.short !== undefined ? paints[mark.tone](mark.short) : undefined;
  const head =
    sign === undefined
      ? [`${title}:`]
      : [`${sign} ${colours.bold(first)}`, ...others.map((line) => `  ${line}`)];
  return [
    ...head,
    ...blocksIn("text", blocks).flatMap((block) =>
      block.kind === "list"
        ? listLines(block, "  · ", width)
        : linesOf(block, width - 2).map((line) => `  ${line}`),
    ),
  ];
}

/** What nobody copies from a terminal. */
const shownOnly: ReadonlySet<string> = new Set(["text", "ts", "json"]);

/** What is to be typed stays whole. */
function codeLines({ text, language, most }: Code, width: number): string[] {
  const lines = text.split("\n").map(printable);
  if (!shownOnly.has(language)) return lines;
  const shown = lines.slice(-(most?.text ?? lines.length));
  return shown.map((line) => colours.dim(truncated(line, width)));
}

type Row = Table["rows"][number];

function tableLines({ heads, rows, isProse, columnNoun, ...table }: Table, width: number) {
  const { shown, more } = cut("text", rows, table);
  const fitting = columnNoun === undefined ? heads : fittingOf(heads, width);
  const hidden = heads.length - fitting.length;
  const columns = fitting.map((head, index) => ({
    head: printable(/^[A-Z]/.test(head) ? head.toUpperCase() : head),
    cell: (row: Row) => {
      const { text = "", short, id } = row[index] ?? {};
      return printable(id ?? short ?? text);
    },
    elastic: index === (isProse ? heads.length - 1 : 0),
  }));
  return [
    tableOf(columns, shown, width),
    ...(more > 0 ? [colours.dim(`and ${counted(more, `more ${table.noun}`)}`)] : []),
    ...(hidden > 0 ? [colours.dim(`and ${counted(hidden, `more ${columnNoun}`)} of fault`)] : []),
  ];
}

function fittingOf([first = "", ...others]: readonly string[], width: number): string[] {
  let room = width - firstMin;
  const missing = others.findIndex((head) => {
    room -= Math.max(head.length, 5) + 2;
    return room < 0;
  });
  return [first, ...(missing === -1 ? others : others.slice(0, Math.max(1, missing)))];
}
