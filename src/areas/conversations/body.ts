import { list, literal, nullable, object, oneOf, string } from "../../contract/shape.ts";
import { plainMessage, richMessage } from "../../domain/grammar/message-hierarchies.ts";

/** The longest text, in characters. @guess */
const lengthMax = 1600;

/** A message in a conversation, and what is sent in its place to devices that can show more. */
export const body = object({
  data: object({
    type: literal("conversation-message"),
    attributes: object({
      body: string({ minLength: 1, maxLength: lengthMax }),
      "message_hierarchy?": nullable(list(oneOf(richMessage, plainMessage))),
    }),
    relationships: object({
      conversation: object({ data: object({ type: literal("conversation"), id: string() }) }),
    }),
  }),
});
