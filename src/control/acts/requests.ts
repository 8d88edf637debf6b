import { act, columns, theFirst, accountIn, option, subject } from "../act.ts";
import { integer, literal, phrase, string, whether } from "../../contract/shape.ts";
import { stageNames } from "../../contract/stages.ts";

/** Something that happened, or that is due. */
export interface StepView {
  /** Emulator time, ISO 8601 and in milliseconds since 1970. */
  readonly at: string;
  readonly atMs: number;
  /** What it is of; each but `work` can be asked for by its id. */
  readonly kind: "request" | "event" | "flow" | "message" | "delivery" | "work";
  readonly id: string;
  readonly what: string;
  readonly became: string;
  /** The id of the profile that it is about; null: of none, or of several. */
  readonly profile: string | null;
  readonly isDue: boolean;
}

/** All that came of one cause, by time. */
export type ThreadView = { readonly account: string; readonly steps: readonly StepView[] };

const table = columns<StepView>("at", "kind", "what~", "BECAME=became…?", "id?");

export const dueAct = act("GET /_emulator/due", "due", {
  account: theFirst,
  does: "what falls due, the soonest first: flows, messages, deliveries and jobs",
  help: "List what falls due, the soonest first",
  none: "Nothing is due.",
  data: ({ due }: { due: StepView[] }) => due,
  columns: table,
});

const threadAct = act("GET /_emulator/threads/{id}", "thread <id>", {
  does: "what came of one cause, by time: its request, events, flows, messages, deliveries and what is due",
  help: "Show what a request, event, message or delivery is part of",
  takes: ["Id of a request, event, flow run, message or delivery, or last"],
  data: ({ steps }: ThreadView) => steps,
  columns: table,
});

const account = accountIn("Only requests to this account");

/** What requests are narrowed by, whoever asks. */
export const plainMembers = {
  "operation?": option("<id>", "Only requests to this operation", undefined, "operation"),
  "account?": account,
  "key?": option("<name>", "Only requests with this key"),
  "app?": option("<id>", "Only requests of the OAuth app with this client id"),
  "testId?": option("<id>", "Only requests with this test id or name in the URL"),
  "status?": option("<status>", "Only requests with this response status", integer(), "status"),
  "failed?": option(
    "",
    "Only requests with a status of 400 or more, or no response",
    whether("true: those with a status of 400 or more, or with none; false: the others."),
  ),
  "stage?": option(
    "<name>",
    "Only requests answered by this stage",
    literal(...stageNames),
    "text",
  ),
  "fault?": option("<id>", "Only requests that this fault hit"),
} as const;

const instant = string({ format: "datetime" });

/** The same, as a query has it. */
export const filterMembers = {
  ...plainMembers,
  "since?": option("<datetime>", "Only requests from this emulator time on", instant),
  "until?": option("<datetime>", "Only requests before this emulator time", instant),
} as const;

const query = phrase(
  "Words that must all hold beside the others, such as `status:4xx -status:429 person:ada body~sku-1 >100ms`.",
);
const words = ["Words such as 'status:4xx -status:429 person:ada body~sku-1 >100ms'"];

export const requests = subject("requests", "List, show and clear the recorded requests", {
  list: act("GET /_emulator/requests", {
    does: "the journal",
    query: { ...filterMembers, "query?": query },
    account,
    commands: [
      { words: "list [query]", help: "List the last requests, oldest first", takes: words },
      { words: "tail", help: "Print requests as they are answered" },
    ],
  }),
  show: act("GET /_emulator/requests/{id}", "show <id>", {
    does: "one exchange: by its id, the beginning of it, or last",
    help: "Show one request: why it was rejected, headers, bodies, writes",
    takes: ["Request id, its first letters (see requests list), or last"],
  }),
  thread: threadAct,
  har: act("GET /_emulator/har", "export [query]", {
    does: "the journal as an HTTP archive (HAR 1.2), secrets masked",
    query: { ...filterMembers, "query?": query },
    account,
    help: "Write the recorded requests as an HTTP archive (HAR 1.2)",
    takes: words,
    options: { har: option("", "In this format, which is the only one") },
  }),
  clear: act("DELETE /_emulator/requests", "clear", {
    help: "Clear the recorded requests",
    data: () => ({ cleared: true }),
    says: () => "The journal is empty.",
  }),
});
