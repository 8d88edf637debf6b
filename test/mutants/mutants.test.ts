import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mutants } from "./mutants.js";

const root = join(import.meta.dirname, "../..");

it("each mutant changes one place of a source, and its tests are there", () => {
  const lost = mutants.filter(({ file, from, tests }) => {
    const places = readFileSync(join(root, "src", file), "utf8").split(from).length - 1;
    const areThere = tests.every((name) => existsSync(join(root, "test", `${name}.test.ts`)));
    return places !== 1 || !areThere;
  });
  expect(lost.map(({ file, does }) => `${file}: ${does}`)).toEqual([]);
});
