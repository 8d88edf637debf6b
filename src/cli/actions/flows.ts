import type { FlowRunView } from "../../control/messages/flows.ts";
import { callControl, type ControlValues, flagsOf, narrowed } from "../process/control-client.ts";
import { print } from "../terminal/print.ts";
import type { Column } from "../../control/act.ts";
import { tableOf } from "../terminal/table.ts";
import { screenWidth } from "../terminal/terminal.ts";

const columns: readonly Column<FlowRunView>[] = [
  { head: "PROFILE", cell: ({ email, profile }) => email ?? profile, elastic: "cut" },
  { head: "STATE", cell: ({ state }) => state },
  { head: "ACTION", cell: ({ action, type }) => [action, type].filter(Boolean).join(" ") },
  { head: "UNTIL", cell: ({ until, endedAt }) => until ?? endedAt ?? "" },
  { head: "WHY", cell: whyOf, elastic: true },
  { head: "ENTERED", cell: ({ enteredAt }) => enteredAt, optional: true },
];

/** Why it left or is held, and what it passed over. */
const notesOf = ({ notes }: FlowRunView): string[] =>
  notes.map(({ action, why }) => `${action}: ${why}`);

function whyOf(run: FlowRunView): string {
  return [...(run.why === null ? [] : [run.why]), ...notesOf(run)].join("; ");
}

export async function showRuns(id: string, values: ControlValues): Promise<void> {
  const path = narrowed(`flows/${encodeURIComponent(id)}/runs`, flagsOf(values));
  const answer = await callControl<{ runs: FlowRunView[] }>(values, "GET", path);
  print(values.json, answer, ({ runs }) =>
    runs.length === 0 ? "No profile is in this flow." : tableOf(columns, runs, screenWidth()),
  );
}
