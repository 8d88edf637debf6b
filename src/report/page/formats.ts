import type { FormatName } from "../names.ts";
import { htmlOf } from "./html.ts";
import { junitOf } from "./junit.ts";
import { markdownOf } from "./markdown.ts";
import type { Page, Suite } from "./page.ts";

interface Format<R> {
  readonly type: string;
  readonly endings: readonly string[];
  /** @param also other results of the same run, where the format has room for them */
  readonly write: (result: R, also?: readonly Suite[]) => string;
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
    write: (result, also = []) => {
      const { tests, verdict } = pageOf(result);
      return junitOf([{ ...tests, said: verdict }, ...also]);
    },
  },
  html: {
    type: "text/html; charset=utf-8",
    endings: ["html", "htm"],
    write: (result) => htmlOf(pageOf(result)),
  },
});
