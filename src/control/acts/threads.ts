import { act, columns, theFirst } from "../act.ts";

/** Something that happened, or that is due. */
export interface StepView {
  /** Emulator time, ISO 8601 and in milliseconds since 1970. */
  readonly at: string;
  readonly atMs: number;
  /** What it is of; each but `work` can be asked for by its id. */
  readonly kind: "request" | "event" | "flow" | "message" | "delivery" | "work";
  readonly id: string;
  readonly what: string;
  /** What came of it. */
  readonly became: string;
  /** The id of the profile that it is about; null: of none, or of several. */
  readonly profile: string | null;
  /** It has not happened yet. */
  readonly isDue: boolean;
}

/** All that came of one cause, by time. */
export interface ThreadView {
  readonly account: string;
  readonly steps: readonly StepView[];
}

const table = columns<StepView>("at", "kind", "what~", "BECAME=became…?", "id?");

export const dueAct = act({
  on: "GET /_emulator/due",
  account: theFirst,
  does: "what falls due, the soonest first: flows, messages, deliveries and jobs",
  words: "due",
  help: "List what falls due, the soonest first",
  none: "Nothing is due.",
  data: ({ due }: { due: StepView[] }) => due,
  columns: table,
});

export const threadAct = act({
  on: "GET /_emulator/threads/{id}",
  does: "what came of one cause, by time: its request, events, flows, messages, deliveries and what is due",
  words: "thread <id>",
  help: "Show what a request, event, message or delivery is part of",
  takes: ["Id of a request, event, flow run, message or delivery, or last"],
  data: ({ steps }: ThreadView) => steps,
  columns: table,
});
