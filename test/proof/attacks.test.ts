import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

interface Row {
  readonly surface: string;
  readonly attacker: string;
  readonly file: string;
  /** What the names of its tests have in them. Undefined: all of the file are its tests. */
  readonly titles?: readonly string[];
}

const root = join(import.meta.dirname, "../..");
const rows = JSON.parse(readFileSync(join(import.meta.dirname, "attacks.json"), "utf8")) as Row[];

// The tests themselves run beside this one. `npm run test:proof` runs them on every Node, and prints the table.
describe("what may be attacked, and by whom", () => {
  it.each(rows)("$surface, by $attacker: has its tests in $file", ({ file, titles = [] }) => {
    expect(existsSync(join(root, file))).toBe(true);
    const source = readFileSync(join(root, file), "utf8");
    expect(titles.filter((title) => !source.includes(title))).toEqual([]);
    expect(source).not.toMatch(/\b(?:it|describe)\.(?:only|skip|todo)\(/);
  });

  it.each([
    "another user",
    "another container",
    "the network",
    "a web page",
    "a hostile file",
    "a hostile server",
  ])("knows of %s", (attacker) => {
    expect(rows.map((row) => row.attacker)).toContain(attacker);
  });
});
