import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { pages, root, textOf } from "../support/pages.ts";

/** The links of a page within this repository: the file, and the place in it. */
const linksOf = (page: string): { file: string; anchor: string | undefined }[] =>
  [...prose(page).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)]*))?\)/g)].map(([, path, anchor]) => ({
    file: path === "" ? page : normalize(join(dirname(page), path ?? "")),
    anchor,
  }));

const prose = (page: string): string => textOf(page).replaceAll(/^```.*?^```$/gms, "");

/** The anchors that a reader's browser finds: headings in lower case, with dashes for spaces. */
const anchorsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), "utf8").matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

it.each(pages)("every link of %s leads somewhere", (page) => {
  const dead = linksOf(page).filter(
    ({ file, anchor }) =>
      !existsSync(join(root, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor)),
  );
  expect(dead).toEqual([]);
});

it("every page is reached from the README", () => {
  const reached = new Set(["README.md"]);
  for (const page of reached) {
    for (const { file } of linksOf(page)) if (pages.includes(file)) reached.add(file);
  }
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});

it("no guide is longer than 1,000 words, blocks of code aside", () => {
  const guides = pages.filter((page) => /^docs\/(?:guides|areas)\//.test(page));
  expect(guides.length).toBeGreaterThan(20);
  const long = guides.filter((page) => prose(page).split(/\s+/).length > 1000);
  expect(long).toEqual([]);
});

it("what the README names is in the package", () => {
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const always = ["README.md", "LICENSE", "package.json"];
  const packed = [...files, ...always] as string[];
  const left = linksOf("README.md").filter(
    ({ file }) => !packed.some((name) => file === name || file.startsWith(`${name}/`)),
  );
  expect(left.map(({ file }) => file)).toEqual([]);
});
