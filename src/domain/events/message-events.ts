import type { About, SystemEvent } from "./system-event.ts";

export const messageActs = [
  "receive email",
  "bounce email",
  "drop email",
  "open email",
  "click email",
  "click to leave email",
  "mark email",
  "send sms",
  "receive sms",
  "fail sms",
  "click sms",
  "receive push",
  "bounce push",
  "open push",
  "receive text",
  "fail text",
  "write text",
  "skip send",
] as const;
export type MessageAct = (typeof messageActs)[number];

/** What events say of the message that they are about (campaigns.md). */
export const ofMessage = [
  "$message",
  "$flow",
  "Campaign Name",
  "$_cohort$message_send_cohort",
  "$_cohort$variation_send_cohort",
  "$event_id",
  "$group_ids",
] as const satisfies readonly (keyof About)[];
export const ofEmail = [...ofMessage, "Subject", "Email Domain", "Inbox Provider", "$ESP"] as const;
const ofClient = ["Client Type", "Client OS", "Client Name"] as const;

/**
 * What the service writes about messages (campaigns.md). @guess send_campaign, *ate_flow: The properties of message
 * events are a guess where they are not recorded.
 */
export const messageEvents = {
  "receive email": {
    metric: "Received Email",
    properties: ofEmail,
    when: "An email is delivered.",
  },
  "bounce email": {
    metric: "Bounced Email",
    properties: [...ofEmail, "Bounce Type"],
    when: "An email bounces. A hard bounce suppresses the profile.",
  },
  "drop email": {
    metric: "Dropped Email",
    properties: ofEmail,
    when: "An email is neither delivered nor returned.",
  },
  "open email": {
    metric: "Opened Email",
    properties: [...ofEmail, ...ofClient, "machine_open"],
    when: "An email is opened.",
  },
  "click email": {
    metric: "Clicked Email",
    properties: [...ofEmail, ...ofClient, "URL", "Bot Click"],
    when: "A link in an email is clicked.",
  },
  "click to leave email": {
    metric: "Clicked Email to Unsubscribe",
    properties: [...ofEmail, "URL"],
    when: "The link to unsubscribe in an email is clicked.",
  },
  "mark email": {
    metric: "Marked Email as Spam",
    properties: ofEmail,
    when: "An email is marked as spam, which suppresses the profile.",
  },
  "send sms": { metric: "Sent SMS", properties: ofMessage, when: "A text message is sent." },
  "receive sms": {
    metric: "Received SMS",
    properties: ofMessage,
    when: "A text message is delivered.",
  },
  "fail sms": {
    metric: "Failed to Deliver SMS",
    properties: [...ofMessage, "Failure Reason"],
    when: "A text message cannot be delivered.",
  },
  "click sms": {
    metric: "Clicked SMS",
    properties: [...ofMessage, "URL", "Bot Click"],
    when: "A link in a text message is clicked.",
  },
  "receive push": {
    metric: "Received Push",
    properties: ofMessage,
    when: "A push notification is delivered.",
  },
  "bounce push": {
    metric: "Bounced Push",
    properties: ofMessage,
    when: "A push notification cannot be delivered.",
  },
  "open push": {
    metric: "Opened Push",
    properties: ofMessage,
    when: "A push notification is opened.",
  },
  "receive text": {
    metric: "Received Text Message",
    properties: ofMessage,
    when: "A WhatsApp message is delivered.",
  },
  "fail text": {
    metric: "Failed to Deliver Text Message",
    properties: [...ofMessage, "Failure Reason"],
    when: "A WhatsApp message cannot be delivered.",
  },
  "write text": {
    metric: "Sent Text Message",
    properties: ["Message Body", "Conversation"],
    when: "A profile writes a message in a conversation.",
  },
  "skip send": {
    metric: "Skipped Send",
    properties: ["$message", "$flow", "Campaign Name", "Skip Reason"],
    when: "A message is not sent to a profile that was sent another a short time ago.",
  },
} satisfies Record<MessageAct, SystemEvent>;
