import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { empty, listening, runHere } from "../support/cli.ts";
import { root } from "../support/pages.ts";

const page = readFileSync(join(root, "docs/compared.md"), "utf8");

/** The rows of the table of questions, by question: what is said of this emulator. */
const answers = new Map(
  [...page.matchAll(/^\| ([^|]*\?) \|.*\| ([^|]*) \|$/gm)].map(([, asked = "", said = ""]) => [
    asked,
    said,
  ]),
);

/** The words of the command that shows it. */
const commandFor = (asked: string): string[] =>
  (/^`(.*)`$/.exec(answers.get(asked) ?? "")?.[1] ?? "").split(" ");

it("every answer names a command or a page that shows it, or says no more than yes", () => {
  expect(answers.size).toBeGreaterThan(10);
  const vague = [...answers].filter(([, said]) => !/^`.*`$|\]\(.*\)$|^yes$/.test(said));
  expect(vague).toEqual([]);
});

it("a 429 comes when it is asked for", async () => {
  const { cli, ask } = await listening();
  expect(await cli(...commandFor("Do I get a 429 when I ask?"))).toMatchObject({ code: 0 });
  expect((await ask("/api/events", { method: "POST", body: "{}" })).status).toBe(429);
});

it("time passes when it is told to", async () => {
  const { cli, emulator } = await listening({ frozenAt: "2026-07-20T12:00:00Z" });
  expect(await cli(...commandFor("Does time pass when I say so?"))).toMatchObject({ code: 0 });
  expect(emulator.clock.now().ms).toBe(Date.parse("2026-07-20T12:01:00Z"));
});

it("the scenario of a lost response is shipped", async () => {
  const [, , name = "none"] = commandFor("Is a response lost after the write?");
  const { stdout } = await runHere(["scenario", "list"]);
  expect(stdout).toContain(name);
});

it("any command runs beside it", async () => {
  const [verb, dashes, file] = commandFor("Can the client be in any language?");
  expect([verb, dashes, file]).toEqual(["exec", "--", "pytest"]);
  const { code, stderr } = await runHere(["exec", "--fixtures", empty, "--", "sh", "-c", "exit 3"]);
  expect([code, stderr]).toEqual([3, expect.stringContaining("0 requests")]);
});
