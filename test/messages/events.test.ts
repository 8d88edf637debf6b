import { describe, expect, it } from "vitest";
import { conversationsOf, findConversation } from "../../src/domain/conversations.ts";
import {
  type MessageAct,
  messageActs,
  messageEvents,
} from "../../src/domain/events/system-event.ts";
import type { Content } from "../../src/domain/messages/content.ts";
import type { Reaction } from "../../src/domain/messages/fate.ts";
import { react, write } from "../../src/domain/messages/happen.ts";
import { skip } from "../../src/domain/messages/audience.ts";
import { withDevice } from "../../src/domain/profiles/push-tokens.ts";
import { mailing } from "../support/mailing.ts";

const fixture = `
company_id: Tests1
sms: true
keys: [{ name: full, scopes: full }]
profiles:
  - email: ada@gmail.com
    first_name: Ada
    phone_number: "+12025550101"
    consent: { email: SUBSCRIBED, sms: SUBSCRIBED }
`;

const device = { token: "device-1", platform: "ios", vendor: "apns" } as const;
const ada = "ada@gmail.com";
const none = { open: 0, click: 0, unsubscribe: 0, spam: 0 };
const sms = { channel: "sms", subject: null, html: null } as const satisfies Partial<Content>;
const push = { ...sms, channel: "push" } as const;
const whatsapp = { ...sms, channel: "whatsapp" } as const;

type Ways = Awaited<ReturnType<typeof mailing>>;

/** Sends to one person, who does something about it, or nobody gets it. */
const sent =
  (content: Partial<Content>, reaction: Reaction | undefined, deliver = 1, bounce = 0) =>
  (ways: Ways) => {
    ways.rates({ ...none, deliver, bounce });
    const [message] = ways.mail([ada], content, { flow: "F1", variation: "V1", groups: ["L1"] });
    if (message === undefined) throw new Error("nothing was sent");
    if (reaction !== undefined) {
      react(ways.account(), message, { reaction, url: "https://shop.example/a" }, ways.now());
    }
    return message;
  };

/** How each act is brought about. */
const acts: Readonly<Record<MessageAct, (ways: Ways) => unknown>> = {
  "receive email": sent({}, undefined),
  "bounce email": sent({}, undefined, 0, 1),
  "drop email": sent({}, undefined, 0, 0),
  "open email": sent({}, "open"),
  "click email": sent({}, "click"),
  "click to leave email": sent({}, "unsubscribe"),
  "mark email": sent({}, "mark"),
  "send sms": sent(sms, undefined),
  "receive sms": sent(sms, undefined),
  "fail sms": sent(sms, undefined, 0, 1),
  "click sms": sent(sms, "click"),
  "receive push": sent(push, undefined),
  "bounce push": sent(push, undefined, 0, 1),
  "open push": sent(push, "open"),
  "receive text": sent(whatsapp, undefined),
  "fail text": sent(whatsapp, undefined, 0, 0),
  "write text"({ account, person, now }) {
    const [{ id } = { id: "" }] = conversationsOf(person(ada));
    const found = findConversation(account(), id);
    if (found !== undefined) write(account(), found, "Hello", now());
  },
  "skip send"(ways) {
    const of = { message: "M1", flow: "F1", name: "Welcome" };
    const { id: profile } = ways.person(ada);
    skip(ways.account(), of, [{ profile, reason: "smart-sending" }], ways.now());
  },
};

/** What each property says in these messages. */
const said: Readonly<Record<string, unknown>> = {
  $message: "M1",
  $flow: "F1",
  "Campaign Name": "Welcome",
  $_cohort$message_send_cohort: "1784548800:M1",
  $_cohort$variation_send_cohort: "1784548800:V1",
  $event_id: expect.stringMatching(/^M1:\d+$/),
  $group_ids: ["L1"],
  Subject: "Hello Ada",
  "Email Domain": "gmail.com",
  "Inbox Provider": "Gmail",
  $ESP: 0,
  "Bounce Type": expect.stringMatching(/^(?:Hard|Soft)$/),
  "Failure Reason": "undeliverable",
  URL: "https://shop.example/a",
  "Client Type": "Browser",
  "Client OS": "Linux",
  "Client Name": "Chrome",
  machine_open: false,
  "Bot Click": false,
  "Skip Reason": "Smart Sending",
  "Message Body": "Hello",
  Conversation: expect.any(String),
};

describe("a message", () => {
  it.each(messageActs)("is recorded when it comes to this: %s", async (act) => {
    const ways = await mailing({ fixture });
    const { account, person, now } = ways;
    account().commit(withDevice(account(), device, person(ada).id, now()));
    acts[act](ways);
    const { metric, properties } = messageEvents[act];
    const found = ways.heard(person(ada).id).filter((event) => event.metric === metric);
    expect(found).toHaveLength(1);
    const wanted = Object.fromEntries(properties.map((name) => [name, said[name]]));
    expect(found[0]?.properties).toEqual(wanted);
  });
});
