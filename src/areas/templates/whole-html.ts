/** A document type, an `html` tag, and what is within; each of the tags may be missing. */
const document = /^(\s*(?:<!doctype[^>]*>\s*)?)(<html(?:\s[^>]*)?>)?([\s\S]*?)(<\/html>\s*)?$/i;

/**
 * The HTML of a template as the service keeps it: what is only a part of a document becomes the body of one, and a
 * document without a head gains one (recorded.md, 6). @guess create_template, update_template: HTML that begins with
 * something other than a body is completed as a browser does.
 */
export function wholeHtml(html: string): string {
  if (html === "") return html;
  const [, type = "", open = "<html>", within = "", close = "</html>"] = document.exec(html) ?? [];
  if (/<head[\s>]/i.test(within)) return type + open + within + close;
  const body = /^\s*<body[\s>]/i.test(within) ? within : `<body>${within}</body>`;
  return `${type}${open}<head></head>${body}${close}`;
}
