import { blocksIn, cut, grouped, type Block, type Cell, type Fold, type List } from "./page.ts";
import type { Page, Table } from "./page.ts";

/** Letters of one text at most: GitHub takes comments of up to 65,536. */
const lettersMax = 300;

const signs = { good: "✓", bad: "✗", doubt: "?", idle: "–" } as const;

export function markdownOf({ title, verdict, tone, summary, blocks }: Page): string {
  const head = `### ${signs[tone]} ${title}: ${plainText(verdict)}`;
  const parts = [head, plainText(summary), ...blocksIn("markdown", blocks).map(textOf)];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function textOf(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `#### ${plainText(block.text)}`;
    case "sentence":
      return plainText(block.text);
    case "title":
      return `**${plainText(block.text)}**`;
    case "note":
      return item(block.text);
    case "list":
      return listText(block);
    case "table":
      return tableText(block);
    case "fold":
      return foldText(block);
    case "code": {
      const lines = block.text.split("\n");
      const most = block.most?.markdown ?? lines.length;
      return fenced(lines.slice(-most).join("\n"), block.language);
    }
    case "lanes":
      return "";
  }
}

const item = (text: string): string => `- ${plainText(text)}`;

function listText({ items, ...list }: List): string {
  const { shown, more } = cut("markdown", items, list);
  const parts = grouped(shown).flatMap(([first, ...others]) => {
    const below = first?.below ?? "";
    const lines = [first, ...others].flatMap((each) => (each ? [item(each.text)] : []));
    return [lines.join("\n"), ...(below === "" ? [] : [plainText(below)])];
  });
  return [...parts, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n\n");
}

function tableText({ heads, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`.replace("|  |", "| |");
  return [
    line(heads.map(plainText)),
    line(heads.map(() => "---")),
    ...rows.map((cells) => line(cells.map(cellText))),
  ].join("\n");
}

/** Each part is cut on its own, so that a long text does not hide what is below it. */
function cellText({ text, id, isCode, below = "" }: Cell): string {
  const shown = id ?? text;
  const own = isCode || id !== undefined ? `\`${shown}\`` : plainText(shown);
  return [own, plainText(below)].filter((part) => part !== "").join(" ");
}

/** A fold within a fold is none. Without the empty lines a list would be read as HTML. */
function foldText({ brief, title, blocks }: Fold, isWithin = false): string {
  const parts = blocksIn("markdown", blocks).map((block) =>
    block.kind === "fold" ? foldText(block, true) : textOf(block),
  );
  const head = plainText(brief ?? title);
  if (isWithin) return [`${head}:`, ...parts].join("\n\n");
  return [`<details><summary>${head}</summary>`, ...parts, "</details>"].join("\n\n");
}

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** One line without markup, mentions, links and references, which GitHub reads out of plain text, too. */
const plainText = (text: string): string =>
  (text.length > lettersMax ? `${text.slice(0, lettersMax)}…` : text)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/[\\`*_[\]|~!$]/g, "\\$&")
    .replace(/[@#]|:(?=\/\/)|\bwww(?=\.)|\bGH(?=-)/gi, "$&<!-- -->")
    .replace(/^([-+=]|\d+(?=[.)]))/, "&#8203;$1");
