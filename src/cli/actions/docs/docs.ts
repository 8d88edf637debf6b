import { colours } from "../../terminal/colours.ts";
import { Failure, print } from "../../terminal/terminal.ts";
import { search } from "./search.ts";
import { type Section, sectionsOfAll } from "./sections.ts";

/** How many other sections are named, and how many lines of the best are shown. */
const othersMax = 5;
const linesMax = 40;

/** `docs`: prints the section that fits the words best, and names others. Without words: the list of pages. */
export async function docs(
  words: readonly string[],
  { json }: { readonly json?: boolean },
): Promise<void> {
  const sections = sectionsOfAll();
  const query = words.join(" ");
  const found =
    query === ""
      ? sections.filter(({ page }) => page === "docs/README.md")
      : search(sections, query);
  if (found.length === 0)
    throw new Failure(`nothing about '${query}'. service-emulator docs lists the pages`, 1);
  print(json, found.slice(0, othersMax + 1), ([best, ...others]) =>
    query === ""
      ? found.map(shown).join("\n\n")
      : [shown(best as Section), "", ...others.map((each) => `See also: ${placeOf(each)}`)].join(
          "\n",
        ),
  );
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
