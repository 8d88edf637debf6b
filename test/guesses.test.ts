import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Guess } from "../src/contract/guesses.ts";
import { collected, guessIn, marksIn } from "./support/guesses.ts";
import { root } from "./support/pages.ts";

const file = join(root, "src/contract/guesses.json");

it("every guess names its operations, and says in a sentence for users what it is", () => {
  expect(collected().wrong).toEqual([]);
});

it("the guesses that the package has are those of the sources", () => {
  const lines = collected().guesses.map((each) => JSON.stringify(each));
  const printed = `[\n${lines.join(",\n")}\n]\n`;
  // UPDATE_GUESSES=1 writes what would otherwise be missed.
  if (process.env["UPDATE_GUESSES"] === "1") writeFileSync(file, printed);
  else expect(readFileSync(file, "utf8")).toBe(printed);
});

describe("a mark", () => {
  it("is found with its whole sentence, in comments of one line and of several", () => {
    const source = [
      "/** One. @guess get_tags: Tags are sorted. */",
      "/**",
      " * Two. @guess tags, get_list*:",
      " * Lists are, too.",
      " *",
      " * @param more of it",
      " */",
      "  // @guess *: All are. @guess get_tag: It is.",
      "",
    ].join("\n");
    expect(marksIn(source)).toEqual([
      " get_tags: Tags are sorted.",
      " tags, get_list*: Lists are, too.",
      " *: All are.",
      " get_tag: It is.",
    ]);
  });

  it("means operations by id, by area, and by a part of their names", () => {
    const meant = (mark: string) => (guessIn(mark) as Guess).operations;
    expect(meant(" get_tags: It is so.")).toEqual(["get_tags"]);
    expect(meant(" data-privacy: It is so.")).toEqual(["request_profile_deletion"]);
    expect(meant(" upload_image_*, get_image: It is so.")).toEqual([
      "upload_image_from_url",
      "get_image",
      "upload_image_from_file",
    ]);
    expect(meant(" *: It is so.")).toEqual(["*"]);
  });

  it.each([
    ["without an operation", "", "write @guess OPERATIONS: a sentence"],
    ["with an unknown one", " get_tegs: It is so.", "'get_tegs' is no operation and no area"],
    ["without a whole sentence", " get_tags: it is", "a sentence begins with a capital"],
    [
      "with a word that is not for users",
      " get_tags: Nobody is told.",
      "'Nobody' is not for users",
    ],
    ["with too long a sentence", ` get_tags: It${" is".repeat(30)}.`, "a sentence has 30 words"],
  ])("%s is wrong", (_, mark, problem) => {
    expect(guessIn(mark)).toContain(problem);
  });

  it("behind code on its line is wrong, since it would be missed", () => {
    expect(marksIn("const one = 1; // @guess get_tags: It is so.\n").map(guessIn)).toEqual([
      "write @guess OPERATIONS: a sentence",
    ]);
  });
});
