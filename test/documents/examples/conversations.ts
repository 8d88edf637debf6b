import type { AreaExamples } from "../../support/areas/example.ts";
import { creating, to } from "./bodies.ts";

const conversation = Buffer.from("01JGFJJZ00ADABYR0N00000001.sms").toString("base64url");

export const conversations: AreaExamples = {
  title: "Conversations",
  intro: "A conversation is what an account and a profile write to each other in text messages.",
  see: { messages: "../../areas/messages.md", profiles: "profiles.md" },
  requests: {
    create_conversation_message: {
      note: "`npx service-emulator conversations list` shows the ids of conversations, `npx service-emulator outbox list` the message.",
      body: creating(
        "conversation-message",
        { body: "Your jacket is ready." },
        { conversation: to("conversation", conversation) },
      ),
    },
  },
};
