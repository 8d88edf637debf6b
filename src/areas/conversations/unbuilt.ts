import { unbuilt } from "../../contract/rows.ts";

/** Published operations of this area that are not built: each passes every stage, then answers 501. */
export const unbuiltConversations = [
  unbuilt("conversation-message", "create_conversation_message", {
    post: "/api/conversation-messages",
    scopes: ["conversations:write"],
    tier: "S",
    since: "2026-04-15",
  }),
] as const;
