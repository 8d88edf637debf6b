import { headline, waysToDecide } from "../printed/card-words.ts";
import { secondsText } from "../figures.ts";
import { evidenceOf, pageOf, rulesOf } from "../printed/html.ts";
import { Markup, markup } from "../printed/xml.ts";
import type { ReceiverCard } from "./card-shape.ts";
import { receiverRunText } from "./words.ts";

/** How many calls a page has. */
const callsMax = 100;

const nothing = new Markup("");

/** A receiver's card as one page that needs nothing but itself. */
export function receiverHtmlOf(card: ReceiverCard): string {
  const shown = card.calls.slice(0, callsMax);
  return pageOf(
    headline(card),
    headOf(card),
    markup`${rulesOf(card)}
${evidenceOf(card, new Set(shown.map(({ id }) => id)))}
${callsOf(shown, card.calls.length - shown.length)}`,
  );
}

function headOf(card: ReceiverCard): Markup {
  const { requests, from } = card.run;
  const tone = requests === 0 ? "" : card.passed ? "good" : "bad";
  const notes = waysToDecide(card).map((note) => markup`<li>${note}</li>`);
  return markup`<p class="verdict ${tone}">${headline(card)}</p>
${from === null ? nothing : markup`<p class="soft">${receiverRunText(card)}, started ${from}</p>`}
${notes.length === 0 ? nothing : markup`<ul class="notes">${notes}</ul>`}`;
}

function callsOf(calls: ReceiverCard["calls"], more: number): Markup {
  if (calls.length === 0) return nothing;
  const rows = calls.map(({ id, about, rule, events, at, took, status, error }) => {
    const answer = status === null ? (error ?? "no answer") : String(status);
    const cells = [about, rule, String(events), secondsText(at), secondsText(took), answer];
    return markup`<tr id="call${id}"><th scope="row">${id}</th>${cells.map((text) => markup`<td>${text}</td>`)}</tr>`;
  });
  const heads = ["Call", "What was sent", "Rule", "Events", "At", "Took", "Response"];
  return markup`<h2>Calls</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Calls">
<table class="matrix">
<thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows}
</tbody>
</table>
</div>
${more > 0 ? markup`<p class="soft">And ${more} more.</p>` : nothing}`;
}
