import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Words that a sentence for users does without: a program is no person, and a number stands before its noun. */
const avoided = /\b(?:who|whom|whoever|nobody|so many|told|anew)\b/i;

/** The texts of all string and template literals, and those between tags; comments are none. */
function literalsOf(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

const filesOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, folder, name));

describe("the words of what users read", () => {
  it.each([
    "src/cli",
    "src/report",
    "src/inspector",
    "src/control/acts",
    "src/scenarios",
    "src/explore",
    "src/world/faults",
    "src/seeding/fixture",
    "src/seeding/kinds",
  ])("in %s avoid the list", (folder) => {
    const files = filesOf(folder);
    expect(files.length).toBeGreaterThan(9);
    const offending = files.flatMap((file) =>
      literalsOf(file, readFileSync(file, "utf8"))
        .filter((text) => avoided.test(text))
        .map((text) => `${relative(root, file)}: ${text}`),
    );
    expect(offending).toEqual([]);
  });

  it.each([
    ["a string", '"one who asks"', 1],
    ["a template", "`nobody`", 1],
    ["each part of a template", "`so many ${count} told ${again} anew`", 3],
    ["a template within a template", "`${`whom`}`", 1],
    ["what stands between tags", "<p>nobody <b>is</b> told</p>", 2, "one.tsx"],
    ["no comment", "/* told */ // anew", 0],
    ["no name", "const told = anew;", 0],
    ["no longer word", '"whole wholly retold"', 0],
  ])("are looked for in %s", (_, source, count, file = "one.ts") => {
    const found = literalsOf(file, source).filter((text) => avoided.test(text));
    expect(found).toHaveLength(count);
  });
});
