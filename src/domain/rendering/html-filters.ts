import { type Act, type Filters, none, ofHtml, ofText, one, upTo, wholeOf } from "./filter.ts";
import { escaped, textOf } from "./text-of.ts";
import { plain, Safe, type Value } from "./values.ts";
import { cutAsHtml, fewCharacters, fewWords } from "./truncated.ts";
import { linked } from "./urlized.ts";

/** Without what stands between `<` and `>`. */
function withoutTags(text: string): string {
  let kept = "";
  let from = 0;
  for (;;) {
    const open = text.indexOf("<", from);
    const close = open < 0 ? -1 : text.indexOf(">", open);
    if (close < 0) return kept + text.slice(from);
    // A sign of comparison opens no tag.
    const isTag = /[a-z/!?]/i.test(text.charAt(open + 1));
    kept += text.slice(from, isTag ? open : open + 1);
    from = isTag ? close + 1 : open + 1;
  }
}

const escape: Act = (value) => (value instanceof Safe ? value : new Safe(escaped(textOf(value))));
const broken = (html: string): string => html.replace(/\r\n|\r|\n/g, "<br>");

const paragraphs = (html: string): string =>
  html
    .replace(/\r\n|\r/g, "\n")
    .split(/\n{2,}/)
    .map((each) => `<p>${broken(each)}</p>`)
    .join("\n\n");

const numbered: Act = (value, _, { escapes }) => {
  const lines = textOf(value).split("\n");
  const { length } = String(lines.length);
  const line = (text: string, at: number) =>
    `${String(at + 1).padStart(length, "0")}. ${value instanceof Safe || !escapes ? text : escaped(text)}`;
  return new Safe(lines.map(line).join("\n"));
};

const urlize =
  (limit: (given: Value) => number): Act =>
  (value, [given], { escapes }) =>
    new Safe(linked(textOf(value), limit(given), value instanceof Safe || !escapes));

export const htmlFilters: Filters = {
  safe: { act: (value) => new Safe(textOf(plain(value))), args: none },
  escape: { act: escape, args: none, marked: true },
  force_escape: { act: (value) => new Safe(escaped(textOf(value))), args: none },
  striptags: { act: ofText(withoutTags), args: none, keepsSafe: true },
  linebreaks: { act: ofHtml(paragraphs), args: none, marked: true },
  linebreaksbr: { act: ofHtml(broken), args: none, marked: true },
  linenumbers: { act: numbered, args: none, marked: true },
  urlize: { act: urlize(() => Infinity), args: none, marked: true },
  urlizetrunc: { act: urlize((given) => wholeOf(given) ?? Infinity), args: one, marked: true },
  truncatechars: { act: upTo(fewCharacters), args: one, keepsSafe: true },
  truncatewords: { act: upTo(fewWords), args: one, keepsSafe: true },
  truncatechars_html: { act: upTo(cutAsHtml("characters")), args: one, keepsSafe: true },
  truncatewords_html: { act: upTo(cutAsHtml("words")), args: one, keepsSafe: true },
};
