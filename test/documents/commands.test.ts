import { describe, expect, it } from "vitest";
import { allBlocks, type Block, nameOf } from "../support/pages.ts";
import { isRun } from "./not-run.ts";
import { understood } from "../support/understood.ts";

/** What a pipeline, a shell or a library for containers is told to run. */
const words = String.raw`((?: +(?:'[^'\n]*'|"[^"\n]*"|[^\s'"|&;>]+))*)`;
const patterns: readonly RegExp[] = [
  new RegExp(`npx service-emulator${words}`, "g"),
  new RegExp(`docker run .* service-emulator${words}`, "g"),
  /\.with_?command\(("[^"]*")\)/gi,
];

/** Those that no other test runs. */
const isUntried = (block: Block): boolean =>
  ["sh stack", "text stack", "yaml pipeline"].includes(block.kind) || !isRun(block);

const commandsOf = ({ text }: Block): string[] =>
  patterns.flatMap((pattern) =>
    [...text.replaceAll("\\\n", " ").matchAll(pattern)].map(([, words = ""]) =>
      words
        .replace(/ -- .*/, " -- true")
        .replace(/ # .*/, "")
        .trim(),
    ),
  );

const found = allBlocks
  .filter(isUntried)
  .flatMap((block) => commandsOf(block).map((line): [string, string] => [nameOf(block), line]));

describe("the program understands", () => {
  it.each(found)("%s: %s", (_, line) => {
    expect(understood([line])).toHaveLength(1);
  });

  it("those of pipelines and containers, also", () => {
    const lines = found.flatMap(([name, line]) => (name.includes("in-ci.md") ? [line] : []));
    expect(lines).toEqual(
      expect.arrayContaining(["--demo-keys", "exec --report=report.xml -- true"]),
    );
    expect(lines.length).toBeGreaterThan(5);
  });
});
