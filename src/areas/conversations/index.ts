import type { ApiArea } from "../../verbs/call.ts";
import { plannedConversations } from "./planned.ts";

export const conversationsArea: ApiArea = {
  name: "conversations",
  resources: [],
  operations: plannedConversations,
  behavior: {},
};
