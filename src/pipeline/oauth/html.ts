import { createHash } from "node:crypto";
import { Plain } from "../stage.ts";

/** Markup that is known to be right: all else is escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | Markup | readonly Markup[];

/** Markup with values in it, each of them escaped unless it is markup itself. */
export const markup = (parts: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(parts.reduce((before, part, at) => before + textOf(values[at - 1] ?? "") + part));

function textOf(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (typeof value !== "string") return value.map(({ text }) => text).join("");
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Light or dark as the reader has it; nothing is loaded from anywhere. */
const style = `
:root{color-scheme:light dark;--page:#f3f4f6;--card:#fff;--ink:#16181d;--soft:#5b6270;--line:#d9dde4;--act:#1f5fd1;--on:#fff}
@media(prefers-color-scheme:dark){:root{--page:#111317;--card:#1b1e24;--ink:#eceef2;--soft:#a3abb9;--line:#343943;--act:#8ab4ff;--on:#0b1830}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:28rem;padding:1.75rem;background:var(--card);border:1px solid var(--line);border-radius:.9rem}
h1{margin:0 0 .25rem;font-size:1.35rem;line-height:1.3}
h2,legend{margin:1.5rem 0 .5rem;padding:0;font-size:.95rem;font-weight:600}
p{margin:0}
.soft,summary{color:var(--soft);font-size:.9rem}
fieldset{margin:1.5rem 0 0;padding:0;border:0}
legend{margin-top:0}
label{display:flex;gap:.7rem;align-items:center;padding:.6rem .75rem;border:1px solid var(--line);border-radius:.6rem;cursor:pointer}
label+label{margin-top:.5rem}
label:has(:checked){border-color:var(--act);box-shadow:inset 0 0 0 1px var(--act)}
label span{flex:1;overflow-wrap:anywhere}
input{accent-color:var(--act);width:1.1rem;height:1.1rem;margin:0;flex:none}
ul{margin:0;padding:0;list-style:none}
li{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;padding:.35rem 0;border-bottom:1px solid var(--line)}
li:last-child{border:0}
select{width:100%;min-height:2.9rem;padding:0 .6rem;border:1px solid var(--line);border-radius:.6rem;background:var(--card);color:var(--ink);font:inherit}
.buttons{display:flex;gap:.75rem;margin:1.5rem 0 1rem}
button{flex:1;min-height:2.9rem;border:1px solid var(--line);border-radius:.6rem;background:none;color:var(--ink);font:inherit;font-weight:600;cursor:pointer}
button:hover{filter:brightness(.94)}
button.allow{border-color:var(--act);background:var(--act);color:var(--on)}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
code,pre{font:.85rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
pre{margin:.5rem 0 0;padding:.75rem;background:var(--page);border-radius:.6rem;white-space:pre-wrap}
details{margin-top:1rem}
summary{cursor:pointer}
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** A whole page: no scripts, in nobody's frame. @param formTargets where its form may lead */
export function page(
  status: number,
  { title, main, hint }: { readonly title: string; readonly main: Markup; readonly hint?: string },
  formTargets = "'none'",
): Plain {
  const text = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
  return new Plain(status, text.text, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${formTargets}; frame-ancestors 'none'; base-uri 'none'`,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
    hint,
  });
}
