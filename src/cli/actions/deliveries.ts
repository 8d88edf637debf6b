import type { TriggeredView } from "../../control/messages/deliveries.ts";
import type { WholeDeliveryView } from "../../control/messages/delivery-call.ts";
import type { DeliveryView } from "../../control/messages/delivery-view.ts";
import { callControl, type ControlValues, narrowed } from "../process/control-client.ts";
import { print, printWhole } from "../terminal/print.ts";
import { printable } from "../terminal/printable.ts";
import type { Column } from "../../control/act.ts";

/** What its last attempt came to, in a word or two. */
function lastOf({ attempts }: DeliveryView): string {
  const last = attempts.at(-1);
  if (last === undefined) return "";
  if (last.ms === null) return "under way";
  return [last.status, last.error].filter((each) => each !== null).join(" ");
}

export const deliveryColumns: readonly Column<DeliveryView>[] = [
  { head: "ID", cell: ({ id }) => id },
  { head: "STATE", cell: ({ state }) => state },
  { head: "EVENTS", cell: ({ entries }) => String(entries) },
  { head: "TRIES", cell: ({ attempts }) => String(attempts.length) },
  { head: "LAST", cell: lastOf, elastic: true },
  { head: "NEXT", cell: ({ nextAt }) => nextAt ?? "", optional: true },
  { head: "FAULTS", cell: ({ faults }) => faults.join(", "), optional: true, ifAny: true },
  { head: "TOPICS", cell: ({ topics }) => topics.join(", "), elastic: "cut" },
];

interface ShowValues extends ControlValues {
  readonly attempt?: number;
}

/** `deliveries show`: what an attempt sent, as the receiver read it. */
export async function showDelivery(id: string, values: ShowValues): Promise<void> {
  const { attempt } = values;
  const path = narrowed(`deliveries/${encodeURIComponent(id)}`, { attempt });
  const shown = await callControl<WholeDeliveryView>(values, "GET", path);
  printWhole(values.json, shown, callText);
}

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

export async function redeliver(id: string, values: ControlValues): Promise<void> {
  const path = `deliveries/${encodeURIComponent(id)}/redeliver`;
  const again = await callControl<DeliveryView>(values, "POST", path);
  print(values.json, again, (one) => `${one.id} is sent again to webhook ${one.webhook}.`);
}

interface TriggerValues extends ControlValues {
  readonly email?: string;
  readonly account?: string;
}

export async function trigger(topic: string, values: TriggerValues): Promise<void> {
  const { email, account } = values;
  const body = { topic, ...(email !== undefined && { email }) };
  const made = await callControl<TriggeredView>(
    values,
    "POST",
    narrowed("trigger", { account }),
    body,
  );
  print(values.json, made, ({ event, profile, webhooks }) => {
    const who = webhooks.length === 0 ? "no webhook wants it" : `for ${webhooks.join(", ")}`;
    return `Event ${event} of profile ${profile}: ${who}.`;
  });
}
