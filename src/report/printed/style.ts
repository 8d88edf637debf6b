/** The style of the page: system fonts, light and dark, narrow and on paper. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --panel: #f6f7f9; --line: #d5d9e0; --ink: #1b1f26; --link: #1d56b8; --soft: #545c69;
  --good: #12693a; --bad: #b3261e; --good-ground: #e5f4ea; --bad-ground: #fdecea; --idle-ground: #eceff3;
  --bar-good: #2d8a57; --bar-bad: #d0473e; --promised: #e9b949; --promised-ground: #fbf0d2; --wait: #8a93a1;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #14171c; --panel: #1c2027; --line: #363d48; --ink: #e6e9ee; --link: #8ab8ff; --soft: #a3acb9;
    --good: #7fd3a1; --bad: #ff9d94; --good-ground: #173325; --bad-ground: #40201d; --idle-ground: #292f38;
    --bar-good: #4fae7b; --bar-bad: #e5695f; --promised: #c99a2e; --promised-ground: #3b321b; --wait: #7c8694;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.25rem 4rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.1rem; font-weight: 600; color: var(--soft); margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2.75rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0; }
p { margin: .35rem 0; }
a { color: var(--link); white-space: nowrap; }
.verdict { font-size: 1.5rem; line-height: 1.3; font-weight: 650; margin: 0 0 .4rem; }
.soft { color: var(--soft); }
.good { color: var(--good); }
.bad { color: var(--bad); }
.notes { margin: 1rem 0 0; padding: .6rem 1rem .6rem 2rem; border-left: 4px solid var(--promised); background: var(--panel); border-radius: 0 .4rem .4rem 0; }
code { font: .9em ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; unicode-bidi: isolate; }
.scroll { overflow-x: auto; }
pre { margin: .35rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
caption { text-align: left; color: var(--soft); padding-bottom: .5rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); }
thead th { font-weight: 600; color: var(--soft); font-size: .85rem; }
tbody th { font-weight: 500; }
.rules thead th:first-child { width: 32%; }
figure details { margin: .6rem 0 0; background: none; font-size: .9rem; }
.matrix th, .matrix td { overflow-wrap: normal; white-space: nowrap; padding-right: 1.25rem; }
.matrix { width: auto; min-width: 50%; }
.mark { white-space: nowrap; font-size: .85rem; font-weight: 600; border-radius: 1rem; padding: .1rem .6rem; }
.mark.pass { color: var(--good); background: var(--good-ground); }
.mark.fail { color: var(--bad); background: var(--bad-ground); }
.mark.idle { color: var(--soft); background: var(--idle-ground); }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .6rem 0; background: var(--panel); }
summary { padding: .6rem .9rem; cursor: pointer; }
summary:focus-visible { outline: 3px solid var(--promised); outline-offset: 2px; border-radius: .5rem; }
summary h3 { display: inline; }
.remedy { color: var(--soft); }
details > :not(summary) { margin: 0 .9rem .9rem; }
details ul { padding-left: 1.1rem; }
li { margin: .25rem 0; }
figure { margin: 1rem 0; padding: .9rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--panel); break-inside: avoid; }
figcaption { margin-bottom: .7rem; }
figcaption .soft { font-size: .9rem; }
.timeline { display: block; overflow: hidden; }
.timeline text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; fill: var(--ink);
  paint-order: stroke; stroke: var(--panel); stroke-width: 4px; stroke-linejoin: round; }
.timeline .on-narrow { display: none; }
.timeline .tick { fill: var(--soft); font-size: 11px; }
.timeline .early { fill: var(--bad); font-weight: 600; }
.grid { stroke: var(--line); stroke-width: 1; }
.wait { stroke: var(--wait); stroke-width: 2; stroke-dasharray: 1 5; stroke-linecap: round; }
.until { stroke: var(--promised); stroke-width: 2; }
.bar { stroke-width: 1.5; }
.answered { fill: var(--bar-good); stroke: var(--bar-good); }
.refused { fill: var(--bar-bad); stroke: var(--bar-bad); }
.lost, .spoilt { fill: url(#lost); stroke: var(--bar-bad); }
.open { fill: none; stroke: var(--wait); stroke-dasharray: 4 3; }
.promised { fill: url(#promised); }
.promised-ground { fill: var(--promised-ground); }
.promised-line { stroke: var(--promised); stroke-width: 2; }
.lost-ground { fill: var(--panel); }
.lost-dot { fill: var(--bar-bad); }
.patterns { position: absolute; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.25rem; list-style: none; padding: 0; margin: .5rem 0; font-size: .9rem; color: var(--soft); }
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
  .rules tbody th, .rules td { display: block; width: auto; border: 0; padding: .1rem 0; }
}
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; }
  h2, h3, summary { break-after: avoid; }
  tr, details { break-inside: avoid; }
  * { print-color-adjust: exact; }
}
`;
