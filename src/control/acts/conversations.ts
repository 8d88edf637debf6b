import { object, string } from "../../contract/shape.ts";
import { act, columns, subject } from "../act.ts";

/** A conversation, and whose it is. */
export interface ConversationView {
  readonly id: string;
  readonly account: string;
  readonly channel: string;
  /** Id of the profile. */
  readonly profile: string;
  readonly phone: string | null;
}

export const inboundShape = object({ text: string({ minLength: 1, maxLength: 1600 }) });

export const conversations = subject(
  "conversations",
  "List conversations, and write in them for the other person",
  {
    list: act({
      on: "GET /_emulator/conversations",
      words: "list",
      help: "List the first 100 conversations",
      none: "No profile has consented to text messages, so there is no conversation.",
      columns: columns<ConversationView>("id", "channel", "phone", "profile?"),
    }),
    inbound: act({
      on: "POST /_emulator/conversations/{id}/inbound",
      does: 'has the person of a conversation write: { "text" }',
      body: inboundShape,
      status: 202,
      words: "inbound <id> <text>",
      help: "Have the person of a conversation write a text",
      takes: ["Conversation id, as the API shows it", "What they write; STOP unsubscribes them"],
      says: () => "Written.",
    }),
  },
);
