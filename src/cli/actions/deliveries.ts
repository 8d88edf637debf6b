import type { WholeDeliveryView } from "../../control/messages/delivery-view.ts";
import { printable } from "../terminal/texts.ts";

/** What an attempt sent, as the receiver read it. */
function callText({ id, state, attempt, attempts, call }: WholeDeliveryView): string {
  const { at, status, error } = attempts[(attempt ?? 0) - 1] ?? {};
  const came = error ?? status ?? "no response yet";
  const head =
    attempt === null
      ? `Delivery ${id}, ${state}: no attempt yet`
      : `Delivery ${id}, ${state}: attempt ${attempt} of ${attempts.length}, ${at}, ${came}`;
  if (call === null) return `${head}\nNo call is known of it.`;
  const headers = Object.entries(call.headers).map(([name, value]) => `${name}: ${value}`);
  return [head, "", `POST ${call.url}`, ...headers, "", call.body].map(printable).join("\n");
}

export const says = { show: callText };
