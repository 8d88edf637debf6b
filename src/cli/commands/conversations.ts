import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";

/** `conversations`, as it is declared: what it does is loaded when it runs. */
export function addConversations(program: Command): void {
  const conversations = program
    .command("conversations")
    .description("List conversations, and write in them for the other person");
  controlled(conversations, "list", "List the first 100 conversations", { isDefault: true })
    .option("--account <id>", "Only of this account")
    .action(async (values) => (await import("../actions/lists.ts")).lists.conversations(values));
  controlled(conversations, "inbound", "Have the person of a conversation write a text")
    .argument("<id>", "Conversation id, as the API shows it")
    .argument("<text>", "What they write; STOP unsubscribes them")
    .action(async (id, text, values) =>
      (await import("../actions/conversations.ts")).inbound(id, text, values),
    );
}
