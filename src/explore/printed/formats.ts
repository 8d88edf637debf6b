import { formatsOf } from "../../report/page/formats.ts";
import type { Found } from "../result-shape.ts";
import { foundPage } from "./found-page.ts";

const { json, html, markdown, junit } = formatsOf(foundPage);

/** The ways to write down what an exploration found, by the name of the file in its output folder. */
export const foundFiles: Readonly<Record<string, (found: Found) => string>> = {
  "explore.json": json.write,
  "explore.html": html.write,
  "explore.md": markdown.write,
  "explore.xml": junit.write,
};
