import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { packageRoot } from "../../seeding/shipped.ts";
import { colours } from "../terminal/colours.ts";
import { Failure, print } from "../terminal/terminal.ts";

/** A section of a page: its heading, and what stands below it up to the next. */
export interface Section {
  /** The path of the page, from the root of the package. */
  readonly page: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

/** Every section of every page for users; a skill repeats them for agents. */
export function sectionsOfAll(): Section[] {
  const root = packageRoot();
  const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.split(sep).join("/")}`)
    .filter(
      (page) => page.endsWith(".md") && !/^docs\/(?:building|node_modules|skills)\//.test(page),
    );
  return ["README.md", ...pages.sort()].flatMap((page) =>
    sectionsOf(page, readFileSync(join(root, page), "utf8")),
  );
}

/** A `#` within a block of code is no heading. */
function sectionsOf(page: string, text: string): Section[] {
  const found: { heading: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const [, heading] = isCode ? [] : (/^#{1,3} (.*)/.exec(line) ?? []);
    if (heading !== undefined) found.push({ heading, lines: [] });
    else found.at(-1)?.lines.push(line);
  }
  const title = found[0]?.heading ?? page;
  return found.map(({ heading, lines }) => {
    const whole = lines.join("\n").replaceAll(/<!--.*?-->/gs, "");
    return { page, title, heading, text: whole.trim() };
  });
}

/** Words that say nothing of a subject. */
const idle =
  /^(?:a|an|and|are|as|at|be|but|by|can|do|does|for|from|get|has|have|how|i|if|in|is|it|me|my|not|of|on|or|so|that|the|there|this|to|was|what|when|where|which|who|why|will|with|you|your)$/;

/** Words that people use for those of the pages. */
const meant: Readonly<Record<string, string>> = {
  ca: "certificate",
  chaos: "explore",
  ci: "ci",
  email: "message",
  flaky: "parallel",
  https: "https",
  install: "running",
  mail: "message",
  mock: "compared",
  pipeline: "ci",
  ratelimit: "limit",
  ssl: "https",
  throttle: "429",
  throttled: "429",
  ui: "inspector",
};

/** The words of a text without their endings, which a reader may type otherwise. */
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
    .filter((word) => !idle.test(word))
    .map((word) => meant[word] ?? word)
    .map((word) => (word.length > 4 ? word.replace(/(?:ies|ing|ed|es|s|y)$/, "") : word));

/** How much more a word counts in a heading than in the text, and in the heading or the name of the page. */
const [headingWeight, titleWeight] = [5, 3];

type Indexed = ReturnType<typeof indexed>;

function indexed(section: Section) {
  const words = stemsOf(section.text);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const title = new Set(stemsOf(`${section.title} ${section.page.replace(/\.md$/, "")}`));
  return {
    section,
    heading: new Set(stemsOf(section.heading)),
    title,
    counts,
    length: words.length,
  };
}

/** The sections that fit the words, the best first: rare words count more, and long sections less (BM25). */
export function search(sections: readonly Section[], query: string): Section[] {
  const wanted = [...new Set(stemsOf(query))];
  const all = sections.map(indexed);
  const mean = all.reduce((sum, { length }) => sum + length, 0) / Math.max(1, all.length);
  const rarity = new Map(
    wanted.map((word) => {
      const having = all.filter(({ counts, heading }) => counts.has(word) || heading.has(word));
      return [word, Math.log(1 + all.length / (having.length + 0.5))];
    }),
  );
  const scoreOf = ({ heading, title, counts, length }: Indexed, word: string): number => {
    const count = counts.get(word) ?? 0;
    const inText = (count * 2.2) / (count + 1.2 * (0.6 + (0.4 * length) / mean));
    const inHeads = (heading.has(word) ? headingWeight : 0) + (title.has(word) ? titleWeight : 0);
    return (rarity.get(word) ?? 0) * (inText + inHeads);
  };
  const scoreIn = (each: Indexed): number => {
    const score = wanted.reduce((sum, word) => sum + scoreOf(each, word), 0);
    // Pages that list everything: a guide explains it.
    return /^docs\/(?:reference\/|README)/.test(each.section.page) ? score * 0.6 : score;
  };
  return all
    .map((each) => ({ section: each.section, score: scoreIn(each) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ section }) => section);
}

const [othersMax, linesMax] = [5, 40];

/** `docs`: prints the section that fits the words best, and names others. Without words: the list of pages. */
export async function docs(words: readonly string[], { json }: { readonly json?: boolean }) {
  const sections = sectionsOfAll();
  const query = words.join(" ");
  const pages = () => sections.filter(({ page }) => page === "docs/README.md");
  const found = query === "" ? pages() : search(sections, query);
  if (found.length === 0)
    throw new Failure(`nothing about '${query}'. service-emulator docs lists the pages`, 1);
  print(json, found.slice(0, othersMax + 1), ([best, ...others]) => {
    if (query === "") return found.map(shown).join("\n\n");
    const also = others.map((each) => `See also: ${placeOf(each)}`);
    return [shown(best as Section), "", ...also].join("\n");
  });
}

const placeOf = ({ page, title, heading }: Section): string =>
  `${heading === title ? title : `${title} › ${heading}`} (${page})`;

function shown(section: Section): string {
  const lines = section.text.split("\n");
  const left = lines.length - linesMax;
  return [
    colours.bold(placeOf(section)),
    "",
    ...lines.slice(0, linesMax),
    ...(left > 0 ? [`… ${left} more lines in ${section.page}`] : []),
  ].join("\n");
}
