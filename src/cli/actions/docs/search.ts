import type { Section } from "./sections.ts";

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
const headingWeight = 5;
const titleWeight = 3;

interface Indexed {
  readonly section: Section;
  readonly heading: ReadonlySet<string>;
  readonly title: ReadonlySet<string>;
  /** How often each word stands in the text. */
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

function indexed(section: Section): Indexed {
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
  return all
    .map((each) => ({
      section: each.section,
      score:
        wanted.reduce((sum, word) => sum + scoreOf(each, word), 0) *
        // Pages that list everything: a guide explains it.
        (/^docs\/(?:reference\/|README)/.test(each.section.page) ? 0.6 : 1),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ section }) => section);
}
