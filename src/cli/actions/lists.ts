import type { MessageView } from "../../control/messages/message-view.ts";
import type { RevisionsView } from "../../control/revisions.ts";
import type { SnapshotView } from "../../control/state/snapshots.ts";
import type { FaultView } from "../../world/faults/fault.ts";
import { callControl, type ControlValues, flagsOf, narrowed } from "../process/control-client.ts";
import { print } from "../terminal/print.ts";
import type { Column } from "../../control/act.ts";
import { tableOf } from "../terminal/table.ts";
import { screenWidth } from "../terminal/terminal.ts";
import { faultColumns } from "./faults.ts";
import { messageColumns } from "./outbox.ts";

/** A command that prints what a path of the control API answers, a line for each. */
interface List<Answer, Row> {
  readonly path: string;
  readonly rows: (answer: Answer) => readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** What is said in the place of a table without rows. */
  readonly none?: string;
  /** What is said below the table. */
  readonly below?: (answer: Answer) => string;
  /** What `--json` prints, if it is not the answer itself. */
  readonly data?: (answer: Answer) => unknown;
}

/** Asks for the list, as its command's flags narrow it, and prints it. */
const listOf =
  <Answer, Row>({ path, rows, columns, none, below, data }: List<Answer, Row>) =>
  async (values: ControlValues): Promise<void> => {
    const answer = await callControl<Answer>(values, "GET", narrowed(path, flagsOf(values)));
    print(values.json, data === undefined ? answer : data(answer), () => {
      const shown = rows(answer);
      if (shown.length === 0 && none !== undefined) return none;
      const table = tableOf(columns, shown, screenWidth());
      return below === undefined ? table : `${table}\n\n${below(answer)}`;
    });
  };

/** The commands that list something. */
export const lists = {
  faults: listOf({
    path: "faults",
    rows: ({ faults }: { faults: FaultView[] }) => faults,
    none: "No fault is planned.",
    columns: faultColumns,
  }),
  outbox: listOf({
    path: "outbox",
    rows: ({ messages }: { messages: MessageView[] }) => messages,
    none: "No message was sent.",
    columns: messageColumns,
  }),
  revisions: listOf({
    path: "revisions",
    rows: ({ revisions }: RevisionsView) => revisions,
    below: ({ missing }) => `Without a revision header: ${missing}.`,
    columns: [
      { head: "REVISION", cell: ({ revision }) => revision },
      { head: "STATUS", cell: ({ status }) => status },
      { head: "SUNSET", cell: ({ sunset }) => sunset ?? "" },
      { head: "RETIRES", cell: ({ retiresAt }) => retiresAt ?? "" },
      { head: "THEN", cell: ({ retiresAt, whenRetired }) => (retiresAt ? whenRetired : "") },
      { head: "PATCHES", cell: ({ patches }) => String(patches.length || "") },
    ],
  }),
  snapshots: listOf({
    path: "snapshots",
    rows: ({ snapshots }: { snapshots: SnapshotView[] }) => snapshots,
    none: "There is no snapshot.",
    columns: [
      { head: "NAME", cell: ({ name }) => name },
      { head: "TAKEN", cell: ({ takenAt }) => takenAt },
      { head: "PROFILES", cell: (each) => String(countOf(each, "profiles")) },
      { head: "EVENTS", cell: (each) => String(countOf(each, "events")) },
    ],
  }),
};

const countOf = ({ accounts }: SnapshotView, collection: string): number =>
  Object.values(accounts).reduce((sum, counts) => sum + (counts[collection] ?? 0), 0);
