import type { FormatName } from "../names.ts";
import { htmlOf } from "./html.ts";
import { junitOf } from "./junit.ts";
import { markdownOf } from "./markdown.ts";
import type { Page } from "./page.ts";

/** A way to write a result down. */
interface Format<R> {
  readonly type: string;
  readonly endings: readonly string[];
  readonly write: (result: R) => string;
}

/** The formats of a result by name, as a URL and a command line say it. @param pageOf makes its page */
export const formatsOf = <R>(pageOf: (result: R) => Page): Record<FormatName, Format<R>> => ({
  json: {
    type: "application/json",
    endings: ["json"],
    write: (result) => `${JSON.stringify(result, null, 2)}\n`,
  },
  markdown: {
    type: "text/markdown; charset=utf-8",
    endings: ["md", "markdown"],
    write: (result) => markdownOf(pageOf(result)),
  },
  junit: {
    type: "application/xml",
    endings: ["xml"],
    write: (result) => junitOf(pageOf(result)),
  },
  html: {
    type: "text/html; charset=utf-8",
    endings: ["html", "htm"],
    write: (result) => htmlOf(pageOf(result)),
  },
});
