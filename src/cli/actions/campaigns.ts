import type { CampaignSendView } from "../../control/messages/campaigns.ts";
import { callControl, type ControlValues, narrowed } from "../process/control-client.ts";
import { print } from "../terminal/print.ts";
import type { Column } from "../../control/act.ts";
import { tableOf } from "../terminal/table.ts";
import { screenWidth } from "../terminal/terminal.ts";

interface SendValues extends ControlValues {
  readonly account?: string;
}

const columns: readonly Column<CampaignSendView>[] = [
  { head: "RUN", cell: ({ run }) => String(run) },
  { head: "ASKED", cell: ({ askedAt }) => askedAt },
  { head: "ENDED", cell: ({ endedAt }) => endedAt ?? "" },
  { head: "RECIPIENTS", cell: ({ recipients }) => String(recipients ?? "") },
  { head: "REACHED", cell: ({ reached }) => String(reached) },
  { head: "SKIPPED", cell: skippedOf, elastic: true },
];

/** The reasons and how often, the most frequent first. */
function skippedOf({ skipped }: CampaignSendView): string {
  const counts = Object.entries(skipped).toSorted(([, a], [, b]) => b - a);
  return counts.map(([reason, count]) => `${count} ${reason}`).join(", ");
}

export async function showSends(id: string, { account, ...values }: SendValues): Promise<void> {
  const path = narrowed(`campaigns/${encodeURIComponent(id)}/sends`, { account });
  const answer = await callControl<{ sends: CampaignSendView[] }>(values, "GET", path);
  print(values.json, answer, ({ sends }) =>
    sends.length === 0 ? "It was not sent." : tableOf(columns, sends, screenWidth()),
  );
}
