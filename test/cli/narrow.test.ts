import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it, onTestFinished } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { listening, runHere } from "../support/cli.ts";

/** What a terminal has unless somebody made it wider. */
const columns = 80;

/** Lines that are too long, unless they are one word, such as a URL, that cannot be parted. */
const tooLong = (text: string): string[] =>
  text.split("\n").filter((line) => line.length > columns && /\S\s+\S/.test(line.trim()));

/** Every word of a text, whatever the lines that it stands in. */
const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** Every command that there is, as it is called. */
function calls(): string[][] {
  const walk = (command: Command, path: readonly string[]): string[][] => [
    [...path],
    ...command
      .createHelp()
      .visibleCommands(command)
      .filter((each) => each.name() !== "help")
      .flatMap((child) => walk(child, [...path, child.name()])),
  ];
  return walk(createProgram(), []);
}

const at80 = (...words: string[]) => runHere(words, {}, undefined, columns);

describe("at 80 columns", () => {
  it.each(calls())("the help of %j fits, and has no word that is cut", async (...path) => {
    const narrow = await at80(...path, "--help");
    expect(narrow).toMatchObject({ code: 0, stderr: "" });
    expect(tooLong(narrow.stdout)).toEqual([]);
    const wide = await runHere([...path, "--help"], {}, undefined, 100);
    // What goes on in a next line, a shell is told by a backslash.
    const known = new Set([...wordsOf(wide.stdout), "\\"]);
    expect(wordsOf(narrow.stdout).filter((word) => !known.has(word))).toEqual([]);
  });

  it("everything that is printed of a running emulator fits, and has no word that is cut", async () => {
    const { emulator, url, ask } = await listening({ fixtures: ["small"] });
    const folder = mkdtempSync(join(tmpdir(), "emulator-narrow-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    emulator.faults.add({
      operation: "create_event",
      match: { email: "someone.with.a.long.name@example.com" },
      sequence: [{ status: 429, retryAfter: 1 }, { connection: "reset" }, "pass", { status: 503 }],
      where: "before",
      between: ["+5s", "+30s"],
      times: "always",
    });
    await ask('/api/profiles?filter=equals(emial,"ada@example.com")&sort=-created&page[size]=100');
    await ask("/api/a/path/that/is/none/of/the/service/and/goes/on/longer/than/a/screen/is/wide");
    await ask("/api/profiles", { headers: { authorization: "Service-API-Key pk_unknown" } });
    await ask("/api/events", { method: "POST", body: '{"data":{"type":"event","attributes":{}}}' });
    const printed = [
      "requests",
      "faults",
      "faults show fault-1",
      "faults add create_event --connection reset --where after --between +5s..+30s --times always",
      "faults add create_evnt",
      "clock",
      "limits",
      "limits set create_event --burst 1 --steady 5",
      "revisions",
      "revisions retire 2025-10-15 --at +30s",
      "revisions diff 2024-10-15 2026-07-15 --requests",
      "keys",
      "tokens",
      "sandbox create",
      "sandbox",
      "confirmations",
      "state",
      "state snapshot before",
      "state list",
      "state diff before",
      "report --preset strict",
      "expect create-event --times 2",
      "seed nowhere.yaml",
      "reset",
    ];
    for (const line of printed) {
      const { stdout, stderr } = await at80(...line.split(" "), "--url", url);
      expect({ line, long: tooLong(stdout + stderr) }).toEqual({ line, long: [] });
    }
  });

  it("the table of faults is as narrow by itself, whatever is planned", async () => {
    const { emulator, url } = await listening();
    emulator.faults.add({
      operation: "get_records_for_object_type",
      match: { email: "someone.with.a.long.name@example.com" },
      connection: "close-after-head",
      where: "after",
      between: ["2026-07-20T12:00:00Z", "2026-07-20T12:00:30Z"],
      times: "always",
    });
    const [head = "", ...lines] = (await at80("faults", "--url", url)).stdout.trimEnd().split("\n");
    expect(head).toMatch(/^ID +WHICH +WHAT +WHEN .* HITS$/);
    expect(lines.every((line) => /^(?:fault-1 | {9})/.test(line))).toBe(true);
  });

  it.each([
    ["routes"],
    ["revisions", "diff", "2024-10-15", "2026-07-15"],
    ["scenario"],
    ["scenario", "check", "stampede"],
    ["config"],
    ["status"],
    ["report"],
    ["scenario", "run", "burst-throtle"],
    ["start", "--fixtures", "nowhere/to/be/found/in/any/folder.yaml", "--rate-limits", "fast"],
    ["state", "check", join(import.meta.dirname, "narrow.test.ts")],
    ["exec", "--expect", "create-event --tims 2", "--", "true"],
  ])("%j fits", async (...words) => {
    const { stdout, stderr } = await at80(...words);
    expect(stdout + stderr).not.toBe("");
    expect(tooLong(stdout + stderr)).toEqual([]);
  });

  it("a table has all that is in it, in lines of more words or parts of them", async () => {
    const words = ["revisions", "diff", "2024-10-15", "2026-07-15"];
    const { stdout: narrow } = await at80(...words);
    const { stdout: wide } = await runHere(words);
    const signs = (text: string) => [...text.replace(/\s/g, "")].toSorted().join("");
    expect(signs(narrow)).toBe(signs(wide));
  });
});
