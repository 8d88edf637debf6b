import { formats } from "../printed/formats.ts";
import { junitOf } from "../printed/junit.ts";
import type { FormatName } from "../names.ts";
import type { ReceiverCard } from "./card-shape.ts";
import { receiverHtmlOf } from "./html.ts";
import { receiverMarkdownOf } from "./markdown.ts";

/** A way to write a receiver's card down. */
interface ReceiverFormat {
  readonly type: string;
  readonly endings: readonly string[];
  readonly write: (card: ReceiverCard) => string;
}

/** The formats of a receiver's card: those of the client's. */
export const receiverFormats: Readonly<Record<FormatName, ReceiverFormat>> = {
  json: { ...formats.json, write: (card) => `${JSON.stringify(card, null, 2)}\n` },
  markdown: { ...formats.markdown, write: receiverMarkdownOf },
  junit: { ...formats.junit, write: junitOf },
  html: { ...formats.html, write: receiverHtmlOf },
};
