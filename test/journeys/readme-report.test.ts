import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run } from "../support/cli.ts";

const root = join(import.meta.dirname, "../..");

/** What does not hang on how fast the machine is: the beginning of a line, until its first number. */
const steady = (text: string): string[] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.split(/[\d…]/, 1)[0]?.trimEnd() ?? "")
    .filter((line) => line !== "" && !/^ *(?:that )?said$/.test(line));

it("the README's report card is what a client that retries at once gets", async () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, shown = ""] = /```\n(\d+ rules? (?:was|were) broken.*?)```/s.exec(readme) ?? [];
  const client = join(root, "test/journeys/clients/bad.js");
  const scenario = ["--scenario", "burst-throttle", "--report"];
  const { stderr } = await run([
    "exec",
    ...scenario,
    "--",
    process.execPath,
    client,
    "burst-throttle",
  ]);
  const [, told = ""] = /(\d+ rules? (?:was|were) broken.*?)\nFault coverage/s.exec(stderr) ?? [];
  expect(steady(shown).length).toBeGreaterThan(20);
  expect(steady(told)).toEqual(steady(shown));
});
