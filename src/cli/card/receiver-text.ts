import { waysToDecide } from "../../report/printed/card-words.ts";
import type { ReceiverCard } from "../../report/receivers/card-shape.ts";
import { receiverRunText } from "../../report/receivers/words.ts";
import { colours } from "../terminal/colours.ts";
import { wrappedWithin } from "../terminal/wrapped.ts";
import { evidence, head, verdicts, widthOf } from "./report-text.ts";

/** A receiver's card as text for a terminal of this width. Default: 80 columns. */
export function receiverText(card: ReceiverCard, screen: number | undefined): string {
  const width = widthOf(screen);
  const notes = waysToDecide(card).flatMap((note) => wrappedWithin(note, width));
  return [
    head(card, receiverRunText(card), width),
    verdicts(card, [], width),
    ...evidence(card, width),
    notes.map((line) => colours.yellow(line)),
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}
