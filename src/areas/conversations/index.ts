import { unstored } from "../../contract/resource.ts";
import { action } from "../../contract/rows.ts";
import { findConversation } from "../../domain/conversations.ts";
import { keptContent, loadMessages } from "../../domain/messages/content.ts";
import { bodyOf, named } from "../bodies.ts";
import { whyNot } from "../../domain/messages/audience.ts";
import { happen, happenWork } from "../../domain/messages/happen.ts";
import { send } from "../../domain/messages/send.ts";
import { conversation } from "../../domain/resources/profile.ts";
import { noSuchRecord } from "../../jsonapi/refusal.ts";
import type { ApiArea, AreaBehavior } from "../../verbs/invocation.ts";
import { empty } from "../../verbs/outcome.ts";
import { list, nullable, object, oneOf, string } from "../../contract/shape.ts";
import { plainMessage, richMessage } from "../../domain/grammar/message-hierarchies.ts";

/** @guess create_conversation_message: A message has up to 1,600 characters. */
const lengthMax = 1600;

/** A message in a conversation, and what is sent in its place to devices that can show more. */
const body = bodyOf("conversation-message", {
  attributes: object({
    body: string({ minLength: 1, maxLength: lengthMax }),
    "message_hierarchy?": nullable(list(oneOf(richMessage, plainMessage))),
  }),
  relationships: object({ conversation: object({ data: named("conversation") }) }),
});

const operations = [
  action({ type: "conversation-message" }, "create_conversation_message", {
    setting: "conversations",
    body,
  }),
] as const;

const behavior: AreaBehavior<typeof operations> = {
  /** It is accepted also where its person does not want it: that it fails then is an event (conversations.md). */
  create_conversation_message({ account, now, body: { data } }) {
    const { id } = data.relationships.conversation.data;
    const found = findConversation(account, id);
    if (found === undefined) return noSuchRecord(conversation.type, id);
    const channel = found.conversation.channel === "sms" ? "sms" : "whatsapp";
    const none = { subject: null, preview: null, from: null, fromLabel: null, replyTo: null };
    const untracked = { tracksOpens: false, tracksClicks: false, linkParams: [] };
    const said = { channel, name: "Conversation", html: null, text: data.attributes.body } as const;
    const { record, changes } = keptContent(account, { ...said, ...none, ...untracked });
    account.commit(changes);
    const { profile, consents } = found;
    const fails = whyNot(account, profile, { channel, consents, smartSending: false }, now);
    const recipient = { profile, ...(fails !== undefined && { fails }) };
    send(account, { message: id, content: record }, [recipient], now);
    return empty(202);
  },
};

export const conversationsArea: ApiArea = {
  name: "conversations",
  resources: [
    conversation,
    unstored("conversation-message", { path: "/api/conversation-messages" }),
  ],
  operations,
  behavior,
  // The messages of every area: this one has no others.
  work: { [happenWork]: happen },
  steps: [happenWork],
  loads: { create_conversation_message: loadMessages },
};
