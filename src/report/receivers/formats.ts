import { counted, secondsText } from "../figures.ts";
import { formatsOf } from "../page/formats.ts";
import { heading, only, type Page } from "../page/page.ts";
import { noteBlocks, pageOf, ruleBlocks } from "../printed/rule-blocks.ts";
import type { ReceiverCard } from "./card-shape.ts";

const heads = ["Call", "What was sent", "Rule", "Events", "At", "Took", "Response"];

export function receiverPage(card: ReceiverCard): Page {
  const { requests, seconds } = card.run;
  const summary = `${counted(requests, "delivery", "deliveries")} sent, ${secondsText(seconds)}`;
  const rows = card.calls.map(({ id, about, rule, events, at, took, status, error }) =>
    [
      id,
      about,
      rule,
      events,
      secondsText(at),
      secondsText(took),
      status ?? error ?? "no answer",
    ].map((text) => ({ text: String(text) })),
  );
  const table = { kind: "table", label: "Calls", heads, rows } as const;
  return pageOf(card, "Receiver's report card", summary, [
    ...ruleBlocks(card),
    ...noteBlocks(card),
    ...only(
      ["html"],
      rows.length > 0 && heading("Calls"),
      rows.length > 0 && { ...table, hasCalls: true, most: { html: 100 } },
    ),
  ]);
}

export const receiverFormats = formatsOf(receiverPage);
