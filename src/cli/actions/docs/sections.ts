import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { packageRoot } from "../../../seeding/package-root.ts";

/** A section of a page: its heading, and what stands below it up to the next. */
export interface Section {
  /** The path of the page, from the root of the package. */
  readonly page: string;
  /** The heading of the page. */
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
  return found.map(({ heading, lines }) => ({
    page,
    title,
    heading,
    text: lines
      .join("\n")
      .replaceAll(/<!--.*?-->/gs, "")
      .trim(),
  }));
}
