import { integer, literal } from "../../contract/shape.ts";
import { act, columns, option, subject } from "../act.ts";
import type { MessageView } from "../messages/message-view.ts";

export const [limitDefault, limitMax] = [100, 1000];

export const outbox = subject(
  "outbox",
  "List the messages that were sent, and click their links",
  {
    list: act({
      on: "GET /_emulator/outbox",
      words: "list",
      help: "List the messages, with what became of them",
      options: {
        to: option("<address>", "Only to this address or number, such as '*@example.com'"),
        campaign: option("<id>", "Only of the campaign with this id or name"),
        flow: option("<id>", "Only of this flow"),
        channel: option(
          "<channel>",
          "Only of this channel",
          literal("email", "sms", "push", "whatsapp"),
        ),
        limit: option(
          "<number>",
          `Only this many, the newest (default: ${limitDefault})`,
          integer({ min: 1, max: limitMax }),
        ),
      },
      none: "No message was sent.",
      columns: columns<MessageView>(
        ...(["id", "channel", "status"] as const),
        { head: "TO", cell: ({ to }) => to ?? "deleted", elastic: true },
        ...(["subject…", "name…?", "AT=at?"] as const),
      ),
    }),
    show: act({
      on: "GET /_emulator/outbox/{id}",
      does: "a message with its `text` and `html` as they were rendered: by its id, or the beginning of it",
      words: "show <id>",
      help: "Show a message as it was rendered, and its links",
      takes: ["Message id, or its first characters"],
      options: { html: option("", "Print only its HTML") },
    }),
    page: act({
      on: "GET /_emulator/outbox/{id}/html",
      does: "the mail as a page, without scripts, forms and frames; loading its images opens it",
      media: "text/html",
    }),
  },
  "list show click",
);
