import { escaped, textOf, plain, Safe, type Value } from "./values.ts";
import { none, ofHtml, ofText, one, upTo, wholeOf, keeping, keepingOne } from "./filter.ts";
import type { Act, Filters } from "./filter.ts";

function fewWords(text: string, most: number): string {
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.length <= most) return words.join(" ");
  return `${words.slice(0, Math.max(0, most)).join(" ")} …`;
}

function fewCharacters(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  return `${characters.slice(0, Math.max(0, most - 1)).join("")}…`;
}

/** A tag, an entity or word, or a single character of HTML. */
const parts = { words: /<[^<>]+>|([^<>\s]+)/gu, characters: /<[^<>]+>|(.)/gsu } as const;

const tag = /^<(\/)?([^ ]+?)(?:(\s*\/)| .*?)?>$/s;
const singles = new Set("br col link base img param area hr input".split(" "));

/** HTML cut alike: its open elements are closed behind the ellipsis; tags do not count. */
const cutAsHtml =
  (unit: "words" | "characters") =>
  (html: string, most: number): string => {
    if (most <= 0) return "";
    const kept = unit === "words" ? most : most - 1;
    let seen = 0;
    let end: number | undefined;
    for (const { 0: whole, 1: part, index } of html.matchAll(parts[unit])) {
      if (part === undefined) continue;
      seen += 1;
      if (seen === kept || (kept === 0 && seen === 1)) end = kept === 0 ? 0 : index + whole.length;
      if (seen > most) return ended(html.slice(0, end), openAt(html, end ?? 0), unit);
    }
    return html;
  };

const ended = (html: string, open: readonly string[], unit: string): string =>
  `${html}${unit === "words" ? " …" : "…"}${open.map((name) => `</${name}>`).join("")}`;

/** The elements that are open at an index, the innermost first. */
function openAt(html: string, end: number): string[] {
  const open: string[] = [];
  for (const [whole] of html.slice(0, end).matchAll(/<[^<>]+>/g)) {
    const [, closes, given = "", closesItself] = tag.exec(whole) ?? [];
    const name = given.toLowerCase();
    if (name === "" || closesItself !== undefined || singles.has(name)) continue;
    if (closes === undefined) open.unshift(name);
    else if (open.includes(name)) open.splice(0, open.indexOf(name) + 1);
  }
  return open;
}

const lengthMax = 2000;
const wrappings = [
  ["(", ")"],
  ["[", "]"],
] as const;
const address = /^https?:\/\/\[?\w/i;
const site = /^www\.|^(?!http)\w[^@]+\.(com|edu|gov|int|mil|net|org)($|\/.*)$/i;
const mailbox = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** The URLs and mail addresses of a text as links. @param isSafe the text is HTML already */
const linked = (text: string, limit: number, isSafe: boolean): string =>
  text
    .split(/([\s<>"']+)/)
    .map((word) => linkedWord(word, limit, isSafe))
    .join("");

function linkedWord(word: string, limit: number, isSafe: boolean): string {
  const show = (text: string) => (isSafe ? text : escaped(text));
  if (word.length > lengthMax || !/[.@:]/.test(word)) return show(word);
  const { lead, middle, trail } = trimmed(word);
  const url = urlOf(middle);
  if (url === undefined) return show(word);
  const shown = show(
    middle.length > limit ? `${middle.slice(0, Math.max(0, limit - 1))}…` : middle,
  );
  const rel = url.startsWith("mailto:") ? "" : ' rel="nofollow"';
  return `${show(lead)}<a href="${escaped(url)}"${rel}>${shown}</a>${show(trail)}`;
}

function urlOf(word: string): string | undefined {
  if (address.test(word)) return encodeURI(decoded(word)).replaceAll("%25", "%");
  if (site.test(word)) return encodeURI(`http://${word}`);
  return !word.includes(":") && mailbox.test(word) ? `mailto:${word}` : undefined;
}

const decoded = (url: string): string => url.replaceAll("&amp;", "&");

/** A word without the punctuation around it. */
function trimmed(word: string): { lead: string; middle: string; trail: string } {
  let [lead, middle, trail] = ["", word, ""];
  for (let before = ""; before !== middle;) {
    before = middle;
    const end = /[.,:;!]+$/.exec(middle)?.[0] ?? "";
    middle = middle.slice(0, middle.length - end.length);
    trail = end + trail;
    for (const [opening, closing] of wrappings) {
      if (middle.startsWith(opening)) [lead, middle] = [lead + opening, middle.slice(1)];
      const isOpen = middle.split(closing).length === middle.split(opening).length + 1;
      if (middle.endsWith(closing) && isOpen)
        [middle, trail] = [middle.slice(0, -1), closing + trail];
    }
  }
  return { lead, middle, trail };
}

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
  striptags: { ...keeping, act: ofText(withoutTags) },
  linebreaks: { act: ofHtml(paragraphs), args: none, marked: true },
  linebreaksbr: { act: ofHtml(broken), args: none, marked: true },
  linenumbers: { act: numbered, args: none, marked: true },
  urlize: { act: urlize(() => Infinity), args: none, marked: true },
  urlizetrunc: { act: urlize((given) => wholeOf(given) ?? Infinity), args: one, marked: true },
  truncatechars: { ...keepingOne, act: upTo(fewCharacters) },
  truncatewords: { ...keepingOne, act: upTo(fewWords) },
  truncatechars_html: { ...keepingOne, act: upTo(cutAsHtml("characters")) },
  truncatewords_html: { ...keepingOne, act: upTo(cutAsHtml("words")) },
};
