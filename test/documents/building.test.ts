import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/pages.ts";

const folder = join(root, "docs/building");
const pages = readdirSync(folder).sort();
const textIn = (path: string) => readFileSync(join(root, path), "utf8");
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .map((file) => `/${file}`);

/** The files of the sources that a page names: `pipeline/stages.ts`, or `stages.ts` alone. */
const filesNamedIn = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+\.(?:tsx?|mjs|js|json))`/g)].map(([, name = ""]) => name);

const isThere = (name: string) => files.some((file) => file.endsWith(`/${name}`));

/** What the build makes, a user's folder has, or a place in a rule (`NAME.ts`). */
const made = /[A-Z]{4}|^(dist\/|\.\.?\/)|^(state|folder|plan|names|vitest|types)\.(js|json|ts)$/;

describe("the pages for builders", () => {
  it("are each linked from the page of the rooms", () => {
    const linked = textIn("src/README.md");
    expect(pages.filter((page) => !linked.includes(`(../docs/building/${page})`))).toEqual([]);
  });

  it.each(["src/README.md", ...pages.map((page) => `docs/building/${page}`)])(
    "%s names no file that there is none of",
    (page) => {
      const names = filesNamedIn(textIn(page)).filter((name) => !made.test(name));
      expect(names.filter((name) => !isThere(name))).toEqual([]);
    },
  );

  it("leave the page of the rooms at 120 lines", () => {
    expect(textIn("src/README.md").split("\n").length).toBeLessThanOrEqual(120);
  });
});
