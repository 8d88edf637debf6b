import { type Command, Option } from "commander";
import { controlled } from "../options/controlled.ts";
import { linkNumber, readCount } from "../options/values.ts";

/** `outbox`, as it is declared: what it does is loaded when it runs. */
export function addOutbox(program: Command): void {
  const outbox = program
    .command("outbox")
    .description("List the messages that were sent, and click their links");
  const load = () => import("../actions/outbox.ts");
  controlled(outbox, "list", "List the messages, with what became of them", { isDefault: true })
    .option("--to <address>", "Only to this address or number, such as '*@example.com'")
    .option("--campaign <id>", "Only of the campaign with this id or name")
    .option("--flow <id>", "Only of this flow")
    .addOption(
      new Option("--channel <channel>", "Only of this channel").choices([
        "email",
        "sms",
        "push",
        "whatsapp",
      ]),
    )
    .option("--limit <number>", "Only this many, the newest (default: 100)", readCount)
    .option("--account <id>", "Only of this account")
    .action(async (values) => (await import("../actions/lists.ts")).lists.outbox(values));
  controlled(outbox, "show", "Show a message as it was rendered, and its links")
    .argument("<id>", "Message id, or its first characters")
    .option("--html", "Print only its HTML")
    .action(async (id, values) => (await load()).showMessage(id, values));
  controlled(outbox, "click", "Click a link of a message, open it, or unsubscribe")
    .argument("<id>", "Message id, or its first characters")
    .option(
      "--link <number>",
      "Click this link, as outbox show numbers them (default: 1)",
      linkNumber,
    )
    .addOption(new Option("--open", "Open the message").conflicts("link"))
    .addOption(
      new Option("--unsubscribe", "Follow its link to unsubscribe").conflicts(["link", "open"]),
    )
    .action(async (id, values) => (await load()).clickMessage(id, values));
}
