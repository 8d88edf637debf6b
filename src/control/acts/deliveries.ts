import { described, integer, literal, object, string } from "../../contract/shape.ts";
import { act, columns, command, oneAccountIn, ofAccount, option } from "../act.ts";
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

export const limitDefault = 100;
export const limitMax = 10_000;

const filterMembers = {
  "webhook?": option("<id>", "Only to this webhook", described(string(), "The id of a webhook.")),
  "state?": option(
    "<state>",
    "Only in this state",
    literal("pending", "delivered", "failed", "dropped"),
  ),
  "limit?": option(
    "<number>",
    "Only this many, the newest (default: 100)",
    described(
      integer({ min: 1, max: limitMax }),
      `This many, the newest. Default: ${limitDefault}.`,
    ),
  ),
} as const;
export const filterShape = object(filterMembers);

export const triggerShape = object({
  topic: string({ minLength: 1 }),
  "email?": option(
    "<address>",
    "Email address of the profile (default: any profile)",
    string({ format: "email" }),
  ),
});

/** What its last attempt came to, in a word or two. */
function lastOf({ attempts }: DeliveryView): string {
  const last = attempts.at(-1);
  if (last === undefined) return "";
  if (last.ms === null) return "under way";
  return [last.status, last.error].filter((each) => each !== null).join(" ");
}

const takes = { "<id>": "Delivery id, or its first characters" };

export const deliveries = {
  name: "deliveries",
  does: "List the calls of webhooks, and make one again",
  acts: {
    list: act(
      "GET /_emulator/deliveries",
      "the calls of webhooks, with every attempt and the next instant",
      {
        query: object({ ...filterMembers, ...ofAccount }),
        command: command<unknown, DeliveryView>(
          "list",
          "List the deliveries, with their last attempt",
          {
            isDefault: true,
            none: "No delivery.",
            columns: [
              ...columns<DeliveryView>("id", "state"),
              { head: "EVENTS", cell: ({ entries }) => String(entries) },
              { head: "TRIES", cell: ({ attempts }) => String(attempts.length) },
              { head: "LAST", cell: lastOf, elastic: true },
              { head: "NEXT", cell: ({ nextAt }) => nextAt ?? "", optional: true },
              {
                head: "FAULTS",
                cell: ({ faults }) => faults.join(", "),
                optional: true,
                ifAny: true,
              },
              { head: "TOPICS", cell: ({ topics }) => topics.join(", "), elastic: "cut" },
            ],
          },
        ),
      },
    ),
    show: act(
      "GET /_emulator/deliveries/{id}",
      "one of them, by its id or the beginning of it, with the call of its last attempt: URL, headers and body",
      {
        query: object({
          "attempt?": option(
            "<number>",
            "Show this attempt (default: the last)",
            described(integer(), "The number of the attempt, from 1. Default: the last."),
          ),
          ...ofAccount,
        }),
        command: command(
          "show",
          "Show the call of a delivery: its headers, its signature and its body",
          { takes, isWhole: true },
        ),
      },
    ),
    redeliver: act(
      "POST /_emulator/deliveries/{id}/redeliver",
      "sends it again now: by its id, or the beginning of it",
      {
        query: object(ofAccount),
        status: 202,
        command: command<DeliveryView>("redeliver", "Send a delivery again now", {
          takes,
          says: ({ id, webhook }) => `${id} is sent again to webhook ${webhook}.`,
        }),
      },
    ),
  },
};

export const triggers = {
  name: "trigger",
  does: "Write an event of a webhook topic, so that it is delivered",
  acts: {
    trigger: act(
      "POST /_emulator/trigger",
      'writes an event of a topic for the purpose: { "topic", "email"? }',
      {
        query: object({ "account?": oneAccountIn("In this account (default: the first)") }),
        body: triggerShape,
        status: 202,
        command: command<TriggeredView>(
          "",
          "Write an event of a webhook topic, so that it is delivered",
          {
            takes: { "<topic>": "Topic, such as event:service.subscribed_to_list" },
            says: ({ event, profile, webhooks }) =>
              `Event ${event} of profile ${profile}: ${
                webhooks.length === 0 ? "no webhook wants it" : `for ${webhooks.join(", ")}`
              }.`,
          },
        ),
      },
    ),
  },
};
