import type { SkipCounts } from "../../areas/campaigns/run.ts";
import { act, columns, subject, option } from "../act.ts";
import { integer, literal, object } from "../../contract/shape.ts";
import type { Note } from "../../domain/flows/records.ts";

/** How a campaign was sent once. Instants are ISO 8601, of the emulator's time. */
export interface CampaignSendView {
  readonly campaign: string;
  /** Counts the sends of the campaign, from 1 on. */
  readonly run: number;
  /** When it was asked for. */
  readonly askedAt: string;
  /** When it was over, or somebody stopped it; null: it goes on. */
  readonly endedAt: string | null;
  /** How many would get it, smart sending aside, when they were counted; null: they have not been. */
  readonly recipients: number | null;
  readonly reached: number;
  /** How many were not reached, by the reason. */
  readonly skipped: SkipCounts;
}

/** A campaign, as far as a tester wants it at a glance. */
export interface CampaignView {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly status: string;
  /** When it is sent, or was; null: nobody has said. */
  readonly at: string | null;
  /** How many its last send has reached. */
  readonly reached: number;
}

function skippedOf({ skipped }: CampaignSendView): string {
  const counts = Object.entries(skipped).toSorted(([, a], [, b]) => b - a);
  return counts.map(([reason, count]) => `${count} ${reason}`).join(", ");
}

export const campaigns = subject("campaigns", "List campaigns, and show how they were sent", {
  list: act("GET /_emulator/campaigns", "list", {
    help: "List the campaigns, with their status",
    none: "There is no campaign.",
    columns: columns<CampaignView>("id", "status", "reached", "name…", "AT=at?"),
  }),
  sends: act("GET /_emulator/campaigns/{id}/sends", "sends <id>", {
    help: "Show how many a campaign reached, and why others were skipped",
    takes: ["Campaign id, or its first characters"],
    none: "It was not sent.",
    columns: columns<CampaignSendView>(
      ...(["run", "askedAt", "endedAt", "recipients", "reached"] as const),
      { head: "SKIPPED", cell: skippedOf, elastic: true },
    ),
  }),
});

export const limitDefault = 100;

const which = {
  "state?": option("<state>", "Only in this state", literal("waiting", "completed", "left")),
  "profile?": option("<profile>", "Only of this profile: its email or id"),
  "limit?": option(
    "<number>",
    `Only this many, the first to enter (default: ${limitDefault})`,
    integer({ min: 1, max: 10_000 }),
  ),
} as const;
export const whichShape = object(which);

/** A flow, as far as a tester wants it at a glance. */
export interface FlowView {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly status: string;
  /** Such as `Added to List`. */
  readonly trigger: string;
  /** How many wait in it, and how many have come to an end of it or left it before. */
  readonly waiting: number;
  readonly completed: number;
  readonly left: number;
}

/** Somebody's way through a flow. Instants are ISO 8601, of the emulator's time. */
export interface FlowRunView {
  /** Id of the profile. */
  readonly profile: string;
  readonly email: string | null;
  readonly state: "waiting" | "completed" | "left";
  /** Id of the action that it waits at, or that it ended at; null: it has not entered yet. */
  readonly action: string | null;
  /** The kind of that action, such as `time-delay`. */
  readonly type: string | null;
  /** Until when it waits; null: for something else than the time, or it has ended. */
  readonly until: string | null;
  readonly enteredAt: string;
  readonly endedAt: string | null;
  /** Why it left, or what it waits for beside the time. */
  readonly why: string | null;
  /** What it passed over, by the action, and why. */
  readonly notes: readonly Note[];
}

const whyOf = ({ why, notes }: FlowRunView): string =>
  [why ?? [], notes.map((note) => `${note.action}: ${note.why}`)].flat(2).join("; ");

export const flows = subject("flows", "List flows, and show where profiles are in them", {
  list: act("GET /_emulator/flows", "list", {
    help: "List the flows, with their status",
    none: "There is no flow.",
    columns: columns<FlowView>("id", "status", "name…", "waiting", "completed", "left", "trigger?"),
  }),
  runs: act("GET /_emulator/flows/{id}/runs", "runs <flow>", {
    does: "where people are in a flow, by its id or name: at which action, and until when",
    query: which,
    help: "Show at which action profiles wait, and until when",
    takes: ["Flow name or id, or its first characters"],
    none: "No profile is in this flow.",
    columns: columns<FlowRunView>(
      { head: "PROFILE", cell: ({ email, profile }) => email ?? profile, elastic: "cut" },
      "state",
      { head: "ACTION", cell: ({ action, type }) => [action, type].filter(Boolean).join(" ") },
      { head: "UNTIL", cell: ({ until, endedAt }) => until ?? endedAt ?? "" },
      { head: "WHY", cell: whyOf, elastic: true },
      "enteredAt?",
    ),
  }),
});
