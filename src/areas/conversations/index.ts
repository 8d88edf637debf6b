import { conversation } from "../../domain/resources/conversation.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { unbuiltConversations } from "./unbuilt.ts";

export const conversationsArea: ApiArea = {
  name: "conversations",
  resources: [conversation],
  operations: unbuiltConversations,
};
