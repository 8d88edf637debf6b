import { object, string } from "../../contract/shape.ts";
import { act, columns, ofAccount, subject } from "../act.ts";

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

const query = object(ofAccount);

export const conversations = subject(
  "conversations",
  "List conversations, and write in them for the other person",
  {
    list: act({
      on: "GET /_emulator/conversations",
      does: "the first 100 conversations, with whose they are",
      query,
      words: "list",
      help: "List the first 100 conversations",
      isDefault: true,
      none: "No profile has consented to text messages, so there is no conversation.",
      columns: columns<ConversationView>("id", "channel", "phone", "profile?"),
    }),
    inbound: act({
      on: "POST /_emulator/conversations/{id}/inbound",
      does: 'has the person of a conversation write: { "text" }',
      query,
      body: inboundShape,
      status: 202,
      words: "inbound <id> <text>",
      help: "Have the person of a conversation write a text",
      takes: ["Conversation id, as the API shows it", "What they write; STOP unsubscribes them"],
      says: () => "Written.",
    }),
  },
);
