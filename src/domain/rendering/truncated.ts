/** The first words, with an ellipsis behind them where there are more. */
export function fewWords(text: string, most: number): string {
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.length <= most) return words.join(" ");
  return `${words.slice(0, Math.max(0, most)).join(" ")} …`;
}

/** At most so many characters, of which the last is an ellipsis where there are more. */
export function fewCharacters(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  return `${characters.slice(0, Math.max(0, most - 1)).join("")}…`;
}

/** A tag, an entity or word, or a single character of HTML. */
const parts = {
  words: /<[^<>]+>|([^<>\s]+)/gu,
  characters: /<[^<>]+>|(.)/gsu,
} as const;

const tag = /^<(\/)?([^ ]+?)(?:(\s*\/)| .*?)?>$/s;
const singles = new Set("br col link base img param area hr input".split(" "));

/** The same of HTML, whose open elements are closed behind the ellipsis; tags do not count. */
export const cutAsHtml =
  (unit: "words" | "characters") =>
  (html: string, most: number): string => {
    if (most <= 0) return "";
    const kept = unit === "words" ? most : most - 1;
    const open: string[] = [];
    let seen = 0;
    let end: number | undefined;
    for (const { 0: whole, 1: part, index } of html.matchAll(parts[unit])) {
      if (part !== undefined) {
        seen += 1;
        if (seen === kept || (kept === 0 && seen === 1))
          end = kept === 0 ? 0 : index + whole.length;
        if (seen > most) return ended(html.slice(0, end), openAt(html, end ?? 0), unit);
        continue;
      }
      open.push(whole);
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
