import { counted } from "../figures.ts";
import { blocksIn, cut, grouped, type Block, type Cell, type Fold, type Item } from "./page.ts";
import type { Lane, Lanes, List, Page, Table } from "./page.ts";
import { style } from "./style.ts";
import { laneLegend, laneSvg, patterns } from "./svg.ts";
import { Markup, markup } from "./xml.ts";

const marksMax = 60;

/** Nothing is loaded, nothing is run, nothing is sent. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const nothing = new Markup("");

export function htmlOf(page: Page): string {
  const blocks = blocksIn("html", page.blocks);
  const notes = blocks.filter(({ kind }) => kind === "note");
  const rest = blocks.filter(({ kind }) => kind !== "note");
  const drawn = callsOf(blocks);
  const { title, verdict, tone, summary, since } = page;
  const { text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${verdict}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${patterns}
<header>
<h1>${title}</h1>
<p class="verdict ${tone}">${verdict}</p>
${summary === "" ? nothing : markup`<p class="idle">${summary}${since === null ? "" : `, started ${since}`}</p>`}
${notes.length === 0 ? nothing : markup`<ul class="notes">${notes.map((note) => markupOf(note, drawn))}</ul>`}
</header>
<main>
${rest.map((block) => markupOf(block, drawn))}
</main>
</body>
</html>
`;
  return text;
}

const callsOf = (blocks: readonly Block[]): ReadonlySet<number> =>
  new Set(
    blocks.flatMap((block) => {
      if (block.kind === "lanes") return block.lanes.map(({ id }) => id);
      if (block.kind !== "table" || !block.hasCalls) return [];
      return cut("html", block.rows, block).shown.map(([first]) => Number(first?.text));
    }),
  );

function markupOf(block: Block, drawn: ReadonlySet<number>): Markup {
  switch (block.kind) {
    case "heading":
      return markup`<h2>${block.text}</h2>`;
    case "sentence":
    case "title":
      return markup`<p class="${block.tone ?? "plain"}">${block.text}</p>`;
    case "note":
      return markup`<li>${block.text}</li>`;
    case "list":
      return listOf(block, drawn);
    case "table":
      return tableOf(block);
    case "fold":
      return foldOf(block, drawn);
    case "lanes":
      return lanesOf(block);
    case "code":
      return markup`<div class="scroll" tabindex="0" role="group" aria-label="Text"><pre><code>${block.text}</code></pre></div>`;
  }
}

const results = { passed: "✓ passed:", failed: "✗ failed:", undecided: "? undecided:" } as const;

function listOf({ items, ...list }: List, drawn: ReadonlySet<number>): Markup {
  const { shown, more } = cut("html", items, list);
  const groups = grouped(shown).map((group) => {
    const below = group[0]?.below ?? "";
    return markup`<ul>
${group.map((item) => itemOf(item, drawn))}
</ul>${below === "" ? nothing : markup`<p class="idle">${below}</p>`}`;
  });
  return markup`${groups}${moreOf(more, list.noun)}`;
}

function itemOf({ text, result, call = null }: Item, drawn: ReadonlySet<number>): Markup {
  const sign = result === undefined ? nothing : markup`<b>${results[result]}</b> `;
  const link =
    call !== null && drawn.has(call) ? markup` <a href="#call${call}">call ${call}</a>` : nothing;
  return markup`<li>${sign}${text}${link}</li>`;
}

const moreOf = (more: number, noun?: string): Markup =>
  more <= 0
    ? nothing
    : markup`<p class="idle">And ${noun === undefined ? `${more} more` : counted(more, `more ${noun}`)}.</p>`;

function tableOf({ heads, rows, label, caption, isProse, hasCalls, ...table }: Table): Markup {
  const { shown, more } = cut("html", rows, table);
  const body = shown.map(([first, ...others]) => {
    const id = hasCalls ? markup` id="call${first?.text ?? ""}"` : nothing;
    const head = isProse ? proseOf(first) : markup`<th scope="row">${textOf(first)}</th>`;
    const cells = others.map((cell) => (isProse ? proseOf(cell) : cellOf(cell)).text).join("");
    return markup`<tr${id}>${head}${new Markup(cells)}</tr>`;
  });
  const names = heads.map((head) =>
    head === "" ? markup`<td></td>` : markup`<th scope="col">${head}</th>`,
  );
  const whole = markup`<table class="${isProse ? "rules" : "matrix"}">
${caption === undefined ? nothing : markup`<caption>${caption}</caption>`}
<thead><tr>${names}</tr></thead>
<tbody>
${body}
</tbody>
</table>`;
  const scroll = markup`<div class="scroll" tabindex="0" role="group" aria-label="${label}">
${whole}
</div>`;
  return markup`${isProse ? whole : scroll}${moreOf(more, table.noun)}`;
}

const cellOf = (cell: Cell): Markup =>
  markup`<td${cell.tone === undefined ? nothing : markup` class="${cell.tone}"`}>${textOf(cell)}</td>`;

function proseOf(cell: Cell = { text: "" }): Markup {
  const { id, isMark, below = "" } = cell;
  if (id !== undefined)
    return markup`<th scope="row">${textOf(cell)}<br><code class="soft">${id}</code></th>`;
  const more = below === "" ? nothing : markup`<p class="idle">${below}</p>`;
  return markup`<td>${isMark ? markOf(cell) : textOf(cell)}${more}</td>`;
}

const textOf = (cell: Cell | undefined): Markup =>
  cell?.isCode ? markup`<code>${cell.text}</code>` : markup`${cell?.text ?? ""}`;

const markOf = ({ text, tone = "idle" }: Cell) => markup`<span class="mark ${tone}">${text}</span>`;

function foldOf({ title, mark, isOpen, blocks }: Fold, drawn: ReadonlySet<number>): Markup {
  return markup`<details${new Markup(isOpen ? " open" : "")}>
<summary>${mark === undefined ? title : markup`<h3>${title}</h3> ${markOf(mark)}`}</summary>
${blocksIn("html", blocks).map((block) => markupOf(block, drawn))}
</details>`;
}

function lanesOf({ lanes, total = lanes.length }: Lanes): Markup {
  const more = total - lanes.length;
  return markup`<p class="idle">Each call in the client’s seconds since its first attempt.</p>
${laneLegend}
${lanes.map(figureOf)}
${more > 0 ? markup`<p class="idle">And ${counted(more, "more call")}. The report’s JSON has all of them.</p>` : nothing}`;
}

function figureOf(lane: Lane): Markup {
  const { id, about, target, outcome, how, marks, attempts } = lane;
  return markup`<figure id="call${id}">
<figcaption>
<h3>${id}. ${about}</h3>
<p class="idle"><code>${target}</code></p>
<p class="idle"><strong class="${outcome.tone ?? "idle"}">${outcome.text}</strong> ${how}</p>
</figcaption>
${laneSvg({ ...lane, marks: marks.slice(0, marksMax) })}
<details>
<summary>${attempts.label}</summary>
${tableOf(attempts)}
</details>
</figure>`;
}
