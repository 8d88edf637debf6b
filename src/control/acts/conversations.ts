import { object, string } from "../../contract/shape.ts";
import { act, columns, command, ofAccount } from "../act.ts";

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

export const conversations = {
  name: "conversations",
  does: "List conversations, and write in them for the other person",
  acts: {
    list: act("GET /_emulator/conversations", "the first 100 conversations, with whose they are", {
      query,
      command: command<unknown, ConversationView>("list", "List the first 100 conversations", {
        isDefault: true,
        none: "No profile has consented to text messages, so there is no conversation.",
        columns: [
          ...columns<ConversationView>("id", "channel", "phone"),
          { head: "PROFILE", cell: ({ profile }) => profile, optional: true },
        ],
      }),
    }),
    inbound: act(
      "POST /_emulator/conversations/{id}/inbound",
      'has the person of a conversation write: { "text" }',
      {
        query,
        body: inboundShape,
        status: 202,
        command: command("inbound", "Have the person of a conversation write a text", {
          takes: {
            "<id>": "Conversation id, as the API shows it",
            "<text>": "What they write; STOP unsubscribes them",
          },
          says: () => "Written.",
        }),
      },
    ),
  },
};
