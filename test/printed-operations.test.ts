import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { printedOperations } from "./support/operations/print.ts";

const folder = join(import.meta.dirname, "../src/contract/published");

it.each([...printedOperations()])(
  "the operations of %s are those that are published",
  (name, text) => {
    const file = join(folder, `${name}.ts`);
    // UPDATE_OPERATIONS=1 writes what would otherwise be missed.
    if (process.env["UPDATE_OPERATIONS"] === "1") writeFileSync(file, text);
    else expect(existsSync(file) && readFileSync(file, "utf8")).toBe(text);
  },
);
