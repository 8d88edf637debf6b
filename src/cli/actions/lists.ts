import type { CampaignView } from "../../control/messages/campaigns.ts";
import type { ConversationView } from "../../control/messages/conversations.ts";
import type { ConfirmationView } from "../../control/messages/confirmations.ts";
import type { DeliveryView } from "../../control/messages/delivery-view.ts";
import type { FlowView } from "../../control/messages/flows.ts";
import type { KeyView } from "../../control/keys.ts";
import type { MessageView } from "../../control/messages/message-view.ts";
import type { RevisionsView } from "../../control/revisions.ts";
import type { SandboxView } from "../../control/sandboxes.ts";
import type { SnapshotView } from "../../control/state/snapshots.ts";
import type { TokenView } from "../../control/tokens.ts";
import type { FaultView } from "../../world/faults/fault.ts";
import { callControl, type ControlValues, flagsOf, narrowed } from "../process/control-client.ts";
import { print } from "../terminal/print.ts";
import type { Column } from "../../control/act.ts";
import { tableOf } from "../terminal/table.ts";
import { screenWidth } from "../terminal/terminal.ts";
import { whoOf } from "./confirmations.ts";
import { deliveryColumns } from "./deliveries.ts";
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
  confirmations: listOf({
    path: "confirmations",
    rows: (waiting: ConfirmationView[]) => waiting,
    none: "No pending confirmations.",
    columns: [
      { head: "ID", cell: ({ id }) => id },
      { head: "PROFILE", cell: whoOf, elastic: true },
      { head: "LIST", cell: ({ list }) => list },
      { head: "ASKED", cell: ({ created }) => created, optional: true },
      { head: "ACCOUNT", cell: ({ account }) => account, optional: true },
    ],
  }),
  deliveries: listOf({
    path: "deliveries",
    rows: ({ deliveries }: { deliveries: DeliveryView[] }) => deliveries,
    none: "No delivery.",
    columns: deliveryColumns,
  }),
  faults: listOf({
    path: "faults",
    rows: ({ faults }: { faults: FaultView[] }) => faults,
    none: "No fault is planned.",
    columns: faultColumns,
  }),
  keys: listOf({
    path: "keys",
    rows: (keys: KeyView[]) => keys,
    columns: [
      { head: "NAME", cell: ({ name }) => name },
      { head: "KEY", cell: ({ masked }) => masked },
      { head: "TYPE", cell: ({ type }) => type },
      {
        head: "SCOPES",
        cell: ({ type, scopes }) => (type === "custom" ? scopes.join(", ") : ""),
        elastic: true,
      },
      { head: "ACCOUNT", cell: ({ account }) => account, optional: true },
    ],
  }),
  campaigns: listOf({
    path: "campaigns",
    rows: ({ campaigns }: { campaigns: CampaignView[] }) => campaigns,
    none: "There is no campaign.",
    columns: [
      { head: "ID", cell: ({ id }) => id },
      { head: "STATUS", cell: ({ status }) => status },
      { head: "REACHED", cell: ({ reached }) => String(reached) },
      { head: "NAME", cell: ({ name }) => name, elastic: "cut" },
      { head: "AT", cell: ({ at }) => at ?? "", optional: true },
    ],
  }),
  flows: listOf({
    path: "flows",
    rows: ({ flows }: { flows: FlowView[] }) => flows,
    none: "There is no flow.",
    columns: [
      { head: "ID", cell: ({ id }) => id },
      { head: "STATUS", cell: ({ status }) => status },
      { head: "NAME", cell: ({ name }) => name, elastic: "cut" },
      { head: "WAITING", cell: ({ waiting }) => String(waiting) },
      { head: "COMPLETED", cell: ({ completed }) => String(completed) },
      { head: "LEFT", cell: ({ left }) => String(left) },
      { head: "TRIGGER", cell: ({ trigger }) => trigger, optional: true },
    ],
  }),
  conversations: listOf({
    path: "conversations",
    rows: ({ conversations }: { conversations: ConversationView[] }) => conversations,
    none: "No profile has consented to text messages, so there is no conversation.",
    columns: [
      { head: "ID", cell: ({ id }) => id },
      { head: "CHANNEL", cell: ({ channel }) => channel },
      { head: "PHONE", cell: ({ phone }) => phone ?? "" },
      { head: "PROFILE", cell: ({ profile }) => profile, optional: true },
    ],
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
  sandboxes: listOf({
    path: "sandboxes",
    rows: ({ sandboxes }: { sandboxes: SandboxView[] }) => sandboxes,
    data: ({ sandboxes }) => sandboxes,
    none: "There is no sandbox.",
    columns: [
      { head: "COMPANY ID", cell: ({ companyId }) => companyId },
      {
        head: "KEYS",
        cell: ({ keys }) => keys.map(({ masked }) => masked).join(", "),
        elastic: true,
      },
      { head: "EXPIRES", cell: ({ expiresAt }) => expiresAt, optional: true },
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
  tokens: listOf({
    path: "tokens",
    rows: (tokens: TokenView[]) => tokens,
    none: "There is no token.",
    columns: [
      { head: "ID", cell: ({ id }) => id },
      { head: "TOKEN", cell: ({ masked }) => masked },
      { head: "STATE", cell: ({ state }) => state },
      { head: "EXPIRES", cell: ({ expiresAt }) => expiresAt },
      { head: "APP", cell: ({ app }) => app, elastic: true },
      { head: "SCOPES", cell: ({ scopes }) => scopes.join(", "), elastic: "cut" },
      { head: "ACCOUNT", cell: ({ account }) => account, optional: true },
    ],
  }),
};

const countOf = ({ accounts }: SnapshotView, collection: string): number =>
  Object.values(accounts).reduce((sum, counts) => sum + (counts[collection] ?? 0), 0);
