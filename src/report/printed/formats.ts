import type { ReportCard } from "../card-shape.ts";
import { htmlOf } from "./html.ts";
import { junitOf } from "./junit.ts";
import { markdownOf } from "./markdown.ts";
import type { FormatName } from "../names.ts";

/** A way to write a report card down. */
interface Format {
  readonly type: string;
  readonly endings: readonly string[];
  readonly write: (card: ReportCard) => string;
}

/** By name, as a URL and a command line say it. */
export const formats = {
  json: {
    type: "application/json",
    endings: ["json"],
    write: (card) => `${JSON.stringify(card, null, 2)}\n`,
  },
  markdown: {
    type: "text/markdown; charset=utf-8",
    endings: ["md", "markdown"],
    write: markdownOf,
  },
  junit: { type: "application/xml", endings: ["xml"], write: junitOf },
  html: { type: "text/html; charset=utf-8", endings: ["html", "htm"], write: htmlOf },
} as const satisfies Record<FormatName, Format>;
