import { htmlOf } from "./html.ts";
import { junitOf } from "./junit.ts";
import { markdownOf } from "./markdown.ts";
import type { Found } from "../result-shape.ts";

/** The ways to write down what an exploration found, by the name of the file in its output folder. */
export const foundFiles: Readonly<Record<string, (found: Found) => string>> = {
  "explore.json": (found) => `${JSON.stringify(found, null, 2)}\n`,
  "explore.html": htmlOf,
  "explore.md": markdownOf,
  "explore.xml": junitOf,
};
