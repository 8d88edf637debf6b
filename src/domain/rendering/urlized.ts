import { escaped } from "./text-of.ts";

/** Longer words are no links. */
const lengthMax = 2000;
const wrappings = [
  ["(", ")"],
  ["[", "]"],
] as const;
const address = /^https?:\/\/\[?\w/i;
const site = /^www\.|^(?!http)\w[^@]+\.(com|edu|gov|int|mil|net|org)($|\/.*)$/i;
const mailbox = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** The URLs and mail addresses of a text as links. @param isSafe the text is HTML already */
export const linked = (text: string, limit: number, isSafe: boolean): string =>
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
