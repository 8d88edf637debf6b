import { tokens } from "./tokens.ts";

/** The style of a document: the look of the inspector, in letters to read; narrow and on paper, too. */
export const style = `${tokens}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.25rem 4rem; background: var(--panel); color: var(--ink);
  font: .94rem/1.5 var(--sans); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1 { font-size: 1.1rem; font-weight: 600; color: var(--ink-3); margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2.75rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0; }
p { margin: .35rem 0; }
a { color: var(--accent); white-space: nowrap; }
.verdict { font-size: 1.5rem; line-height: 1.3; font-weight: 650; margin: 0 0 .4rem; }
.soft, .idle { color: var(--idle); }
.good { color: var(--ok); }
.bad { color: var(--bad); }
.doubt { color: var(--wait); }
.notes { margin: 1rem 0 0; padding: .6rem 1rem .6rem 2rem; border-left: 4px solid var(--wait-fill); background: var(--sunk); border-radius: 0 .4rem .4rem 0; }
code { font: .9em var(--mono); unicode-bidi: isolate; }
.scroll { overflow-x: auto; }
pre { margin: .35rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
caption { text-align: left; color: var(--ink-3); padding-bottom: .5rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); }
thead th { font-weight: 600; color: var(--ink-3); font-size: .85rem; }
tbody th { font-weight: 500; }
.rules tbody th { width: 28%; }
figure details { margin: .6rem 0 0; background: none; font-size: .9rem; }
.matrix th, .matrix td { overflow-wrap: normal; white-space: nowrap; padding-right: 1.25rem; }
.matrix { width: auto; min-width: 50%; }
.mark { white-space: nowrap; font-size: .85rem; font-weight: 600; border-radius: 1rem; padding: .1rem .6rem; }
.mark.good { background: var(--ok-soft); }
.mark.bad { background: var(--bad-soft); }
.mark.doubt { background: var(--wait-soft); }
.mark.idle { background: var(--idle-soft); }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0; background: var(--sunk); }
summary { padding: .6rem .9rem; cursor: pointer; }
summary:focus-visible { outline: 3px solid var(--wait-fill); outline-offset: 2px; border-radius: .5rem; }
summary h3 { display: inline; }
details > :not(summary) { margin: 0 .9rem .9rem; }
details ul { padding-left: 1.1rem; }
li { margin: .25rem 0; }
figure { margin: 1rem 0; padding: .9rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--sunk); break-inside: avoid; }
figcaption { margin-bottom: .7rem; }
figcaption .idle { font-size: .9rem; }
.timeline { display: block; overflow: hidden; }
.timeline text { font: 12px var(--sans); fill: var(--ink);
  paint-order: stroke; stroke: var(--sunk); stroke-width: 4px; stroke-linejoin: round; }
.timeline .on-narrow { display: none; }
.timeline .tick { fill: var(--ink-3); font-size: 11px; }
.timeline .early { fill: var(--bad); font-weight: 600; }
.grid { stroke: var(--line); stroke-width: 1; }
.wait { stroke: var(--idle-fill); stroke-width: 2; stroke-dasharray: 1 5; stroke-linecap: round; }
.until { stroke: var(--wait-fill); stroke-width: 2; }
.bar { stroke-width: 1.5; }
.answered { fill: var(--ok-fill); stroke: var(--ok-fill); }
.refused { fill: var(--bad-fill); stroke: var(--bad-fill); }
.lost, .spoilt { fill: url(#lost); stroke: var(--bad-fill); }
.open { fill: none; stroke: var(--idle-fill); stroke-dasharray: 4 3; }
.promised { fill: url(#promised); }
.promised-ground { fill: var(--wait-soft); }
.promised-line { stroke: var(--wait-fill); stroke-width: 2; }
.lost-ground { fill: var(--sunk); }
.lost-dot { fill: var(--bad-fill); }
.patterns { position: absolute; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.25rem; list-style: none; padding: 0; margin: .5rem 0; font-size: .9rem; color: var(--ink-3); }
.legend svg { vertical-align: middle; margin-right: .4rem; }
@media (max-width: 42rem) {
  .timeline .on-narrow { display: inline; }
  .timeline .on-wide { display: none; }
}
@media (max-width: 34rem) {
  body { padding: 1.25rem .9rem 3rem; }
  .verdict { font-size: 1.25rem; }
  .rules thead { position: absolute; clip-path: inset(50%); height: 1px; width: 1px; overflow: hidden; white-space: nowrap; }
  .rules tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  .rules tbody :is(th, td) { display: block; width: auto; border: 0; padding: .1rem 0; }
}
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; }
  h2, h3, summary { break-after: avoid; }
  tr, details { break-inside: avoid; }
  * { print-color-adjust: exact; }
}
`;
