import { integer, literal, object, string } from "../../contract/shape.ts";
import { act, columns, oneAccountIn, option, subject } from "../act.ts";
import type { DeliveryView } from "../messages/delivery-view.ts";

/** An event that was made for the purpose. */
export interface TriggeredView {
  /** Id of the event. */
  readonly event: string;
  readonly account: string;
  readonly topic: string;
  /** Id of its profile. */
  readonly profile: string;
  /** Ids of the webhooks that it goes to. */
  readonly webhooks: readonly string[];
}

export const [limitDefault, limitMax] = [100, 10_000];

const filter = {
  "webhook?": option("<id>", "Only to this webhook"),
  "state?": option(
    "<state>",
    "Only in this state",
    literal("pending", "delivered", "failed", "dropped"),
  ),
  "limit?": option(
    "<number>",
    `Only this many, the newest (default: ${limitDefault})`,
    integer({ min: 1, max: limitMax }),
  ),
} as const;
export const filterShape = object(filter);

export const triggerShape = object({
  topic: string({ minLength: 1 }),
  "email?": option(
    "<address>",
    "Email address of the profile (default: any profile)",
    string({ format: "email" }),
  ),
});

function lastOf({ attempts }: DeliveryView): string {
  const last = attempts.at(-1);
  if (last === undefined) return "";
  if (last.ms === null) return "under way";
  return [last.status, last.error].filter((each) => each !== null).join(" ");
}

const takes = ["Delivery id, or its first characters"];
const attempt = option("<number>", "Show this attempt (default: the last)", integer());

export const deliveries = subject("deliveries", "List the calls of webhooks, and make one again", {
  list: act("GET /_emulator/deliveries", "list", {
    query: filter,
    help: "List the deliveries, with their last attempt",
    none: "No delivery.",
    columns: columns<DeliveryView>(
      ...(["id", "state", "EVENTS=entries"] as const),
      { head: "TRIES", cell: ({ attempts }) => String(attempts.length) },
      { head: "LAST", cell: lastOf, elastic: true },
      "nextAt?",
      { head: "FAULTS", cell: ({ faults }) => faults.join(", "), optional: true, ifAny: true },
      "topics…",
    ),
  }),
  show: act("GET /_emulator/deliveries/{id}", "show <id>", {
    does: "one of them, by its id or the beginning of it, with the call of its last attempt: URL, headers and body",
    query: { "attempt?": attempt },
    help: "Show the call of a delivery: its headers, its signature and its body",
    takes,
    isWhole: true,
  }),
  redeliver: act("POST /_emulator/deliveries/{id}/redeliver", "redeliver <id>", {
    status: 202,
    help: "Send a delivery again now",
    takes,
    says: ({ id, webhook }: DeliveryView) => `${id} is sent again to webhook ${webhook}.`,
  }),
});

export const triggers = subject("trigger", "", {
  trigger: act("POST /_emulator/trigger", "<topic>", {
    does: 'writes an event of a topic for the purpose: { "topic", "email"? }',
    account: oneAccountIn("In this account (default: the first)"),
    body: triggerShape,
    status: 202,
    help: "Write an event of a webhook topic, so that it is delivered",
    takes: ["Topic, such as event:service.subscribed_to_list"],
    says({ event, profile, webhooks }: TriggeredView) {
      const who = webhooks.length === 0 ? "no webhook wants it" : `for ${webhooks.join(", ")}`;
      return `Event ${event} of profile ${profile}: ${who}.`;
    },
  }),
});
