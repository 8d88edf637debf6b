import { object, string, described, open, integer, literal } from "../../contract/shape.ts";
import { act, columns, subject, option, theFirst } from "../act.ts";
import type { Channel } from "../../domain/consent/consent.ts";
import type { MessageView } from "../messages/message-view.ts";

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

export const conversations = subject(
  "conversations",
  "List conversations, and write in them for the other person",
  {
    list: act("GET /_emulator/conversations", "list", {
      help: "List the first 100 conversations",
      none: "No profile has consented to text messages, so there is no conversation.",
      columns: columns<ConversationView>("id", "channel", "phone", "profile?"),
    }),
    inbound: act("POST /_emulator/conversations/{id}/inbound", "inbound <id> <text>", {
      does: 'has the person of a conversation write: { "text" }',
      body: inboundShape,
      status: 202,
      help: "Have the person of a conversation write a text",
      takes: ["Conversation id, as the API shows it", "What they write; STOP unsubscribes them"],
      says: () => "Written.",
    }),
  },
);

/** A subscription that waits for its click: what the service's mail would link to. */
export interface ConfirmationView {
  readonly id: string;
  readonly account: string;
  /** Id of the list that the profile is to join. */
  readonly list: string;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly channels: readonly Channel[];
  /** World time, ISO 8601. */
  readonly created: string;
}

/** A confirmation that was clicked, and whom it subscribed. */
export interface ConfirmedView extends ConfirmationView {
  /** Id of the profile that is subscribed now. */
  readonly profile: string;
}

export const sentTo = ({ email, phone_number: phone }: ConfirmationView): string =>
  [email, phone].filter((each) => each !== null).join(", ");

export const confirmations = subject(
  "confirmations",
  "List and click the confirmations of double opt-in lists",
  {
    list: act("GET /_emulator/confirmations", "list", {
      help: "List the pending confirmations",
      none: "No pending confirmations.",
      columns: columns<ConfirmationView>(
        "id",
        { head: "PROFILE", cell: sentTo, elastic: true },
        "list",
        "ASKED=created?",
        "account?",
      ),
    }),
    click: act("POST /_emulator/confirmations/{id}", "click <email|id>", {
      help: "Click a confirmation, which subscribes the profile",
      takes: ["Confirmation id, or the email address it was sent to"],
      says: (done: ConfirmedView) => `${sentTo(done)} is subscribed to ${done.list}.`,
    }),
  },
);

/** A template of an account by its id, or what one says. */
export const lintShape = object({
  "id?": string({ minLength: 1 }),
  "html?": string(),
  "text?": string(),
  "definition?": described(open(), "Of drag and drop."),
  "profile?": option("<email|id>", "Also find the variables that this person has not"),
  "context?": described(open(), "What it may read beside the person, such as `event`."),
});

export const templates = subject("template", "Check templates before they are sent", {
  lint: act("POST /_emulator/templates/lint", "lint <source>", {
    does: "what the service refuses in a template, what is missing for a person, and links whose clicks are not counted",
    account: theFirst,
    body: lintShape,
    help: "Check a template: exit code 1 if there are findings",
    takes: ["File with HTML, or with a definition of drag and drop (.json), or id of a template"],
  }),
});

export const [limitDefault, limitMax] = [100, 1000];

export const outbox = subject(
  "outbox",
  "List the messages that were sent, and click their links",
  {
    list: act("GET /_emulator/outbox", "list", {
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
    show: act("GET /_emulator/outbox/{id}", "show <id>", {
      does: "a message with its `text` and `html` as they were rendered: by its id, or the beginning of it",
      help: "Show a message as it was rendered, and its links",
      takes: ["Message id, or its first characters"],
      options: { html: option("", "Print only its HTML") },
    }),
    page: act("GET /_emulator/outbox/{id}/html", {
      does: "the mail as a page, without scripts, forms and frames; loading its images opens it",
      media: "text/html",
    }),
  },
  "list show click",
);
