import { pageOf } from "../../report/printed/html.ts";
import { secondsText } from "../../report/figures.ts";
import { Markup, markup } from "../../report/printed/xml.ts";
import {
  headline,
  legend,
  markOf,
  type Mark,
  matrixBy,
  momentText,
  othersText,
  repeatsText,
  signs,
  summary,
} from "./found-words.ts";
import type { Defect, Found } from "../result-shape.ts";
import { oddText } from "./words.ts";

const nothing = new Markup("");

const tones: Readonly<Record<Mark, string>> = {
  survived: "good",
  "gave up": "soft",
  defect: "bad",
  unmet: "soft",
  "not tried": "soft",
};

/** What an exploration found, as one page that needs nothing but itself. */
export function htmlOf(found: Found): string {
  const silent = found.defects.filter((defect) => defect.silent);
  const others = found.defects.filter((defect) => !defect.silent);
  return pageOf(
    headline(found),
    headOf(found),
    markup`${defectsOf("Defects", others)}
${defectsOf("By faults that no client can notice", silent)}
${defectsOf("Seen once, and not when it was run again", found.unsteady)}
${matrixOf(found)}`,
    "Explore",
  );
}

function headOf(found: Found): Markup {
  const notes = found.notes.map((note) => markup`<li>${note}</li>`);
  return markup`<p class="verdict ${found.defects.length === 0 ? "good" : "bad"}">${headline(found)}</p>
<p class="soft">${summary(found)}</p>
${notes.length === 0 ? nothing : markup`<ul class="notes">${notes}</ul>`}`;
}

const defectsOf = (title: string, defects: readonly Defect[]): Markup =>
  defects.length === 0
    ? nothing
    : markup`<h2>${title}</h2>
${defects.map(defectOf)}`;

function defectOf(defect: Defect): Markup {
  const { sentence, oracles, timeline, faults, test, command, difference } = defect;
  const others = othersText(defect);
  return markup`<details open><summary><h3>${sentence}</h3></summary>
<p class="soft">${repeatsText(defect)}; found by ${oracles.join(", ")}${others === "" ? "" : `; ${others}`}.</p>
${difference.length === 0 ? nothing : differenceOf(difference)}
<p>Requests of a failing run:</p>
${codeOf(timeline.map(momentText).join("\n"))}
<p>The faults:</p>
${codeOf(faults.map((fault) => JSON.stringify(fault)).join("\n"))}
${command === null ? nothing : markup`<p>To see it again:</p>${codeOf(command)}`}
<p>As a test:</p>
${codeOf(test)}
</details>`;
}

const codeOf = (text: string): Markup =>
  markup`<div class="scroll"><pre><code>${text}</code></pre></div>`;

function differenceOf(difference: Defect["difference"]): Markup {
  const lines = difference.slice(0, differenceMax).map((odd) => {
    const members = Object.entries(odd.members).map(([name, { expected, found }]) => {
      return markup`<br><code>${name}: ${JSON.stringify(found)}</code> in place of <code>${JSON.stringify(expected)}</code>`;
    });
    return markup`<li>${oddText(odd)}${members}</li>`;
  });
  const more = difference.length - differenceMax;
  return markup`<p>The state, against a run without faults:</p>
<ul>${lines}${more > 0 ? markup`<li>and ${more} more</li>` : nothing}</ul>`;
}

const differenceMax = 50;

/** Kinds as rows, since there are many of them, and operations as columns. */
function matrixOf(found: Found): Markup {
  const { columns, rows } = matrixBy(found, (kind) => kind);
  const heads = rows.map(({ operation }) => markup`<th scope="col">${operation}</th>`);
  const lines = columns.map((kind, index) => {
    const cells = rows.map(({ cells: own }) => {
      const cell = own[index];
      if (cell === undefined) return markup`<td></td>`;
      const mark = markOf(cell);
      return markup`<td class="${tones[mark]}">${signs[mark]} ${mark}</td>`;
    });
    return markup`<tr><th scope="row">${kind}</th>${cells}</tr>`;
  });
  return markup`<h2>Faults and operations</h2>
<div class="scroll"><table class="matrix">
<caption>${legend}. ${found.runs} runs in ${secondsText(found.seconds)}.</caption>
<thead><tr><th scope="col">Fault</th>${heads}</tr></thead>
<tbody>
${lines}
</tbody>
</table></div>`;
}
