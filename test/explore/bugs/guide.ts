import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExploreOptions } from "../../../src/index.ts";
import { commandOf } from "./bugs.ts";
import { root, textOf } from "../../support/pages.ts";

/** What `docs/guides/bugs.md` says of a bug. */
export function sectionOf(name: string) {
  const section = textOf("docs/guides/bugs.md")
    .split(/^### /m)
    .find((each) => each.startsWith(`${name}\n`));
  if (section === undefined) throw new Error(`docs/guides/bugs.md: no section '### ${name}'`);
  const [, command = ""] = /^explore (.*) -- (?:node|python3) /m.exec(section) ?? [];
  const [, sentence = ""] = /^✗ (.*?)(?: …)?$/m.exec(section) ?? [];
  const [, diff = ""] = /^```diff\n(.*?)^```/ms.exec(section) ?? [];
  const changed = (sign: string) =>
    diff
      .split("\n")
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1).trim());
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare);
  return {
    options: optionsOf(command),
    words: words as string[],
    sentence,
    removed: changed("-"),
    added: changed("+"),
  };
}

/** The lines of a client, without its imports and its first comment. */
export const linesOf = (name: string, which: "broken" | "mended"): string[] =>
  readFileSync(join(root, commandOf(name, which)[1]), "utf8")
    .split("\n")
    .filter((line) => !/^(?:import|from|\/\/|""") ?/.test(line))
    .map((line) => line.trim());

/** Options as the command line has them. */
function optionsOf(command: string): ExploreOptions & { readonly only: readonly string[] } {
  const given = (option: string): string[] =>
    [...command.matchAll(/--(\S+) (?:'([^']*)'|(\S+))/g)]
      .filter(([, each]) => each === option)
      .map(([, , quoted, bare]) => quoted ?? bare ?? "");
  const [timeout] = given("timeout");
  const [survived] = given("must-survive");
  const include = given("include");
  return {
    only: given("only"),
    ...(timeout !== undefined && { timeout }),
    ...(survived !== undefined && { mustSurvive: survived.split(",") }),
    ...(include.length > 0 && { include }),
  };
}
