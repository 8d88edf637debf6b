import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { grammar } from "./support/grammar/table.ts";
import { printedGrammar } from "./support/grammar/print.ts";

const folder = join(import.meta.dirname, "../src/domain/grammar");
const texts = printedGrammar(grammar);

it.each([...texts])(
  "the shapes of %s are what is published, and what the table says of it",
  (name, text) => {
    const file = join(folder, `${name}.ts`);
    // UPDATE_GRAMMAR=1 writes what would otherwise be missed.
    if (process.env["UPDATE_GRAMMAR"] === "1") writeFileSync(file, text);
    else expect(existsSync(file) && readFileSync(file, "utf8")).toBe(text);
  },
);
