import { wholeApi } from "../../areas/index.ts";
import { columns } from "../../control/act.ts";
import { type Difference, revisionDiff } from "../../contract/lives.ts";
import type { Revision } from "../../contract/revisions.ts";
import { againstBody, againstCall } from "../../control/upgrade.ts";
import type { Api } from "../../verbs/invocation.ts";
import type { Entry, EntryDetail } from "../../world/journal/entry.ts";
import { callControl, type ControlValues } from "../process/control-client.ts";
import { print } from "../terminal/terminal.ts";
import { readRevision } from "../options/revision.ts";
import { tableOf } from "../terminal/table.ts";

const differenceColumns = columns<Difference>(
  { head: "", cell: ({ change }) => (change === "added" ? "+" : "-") },
  ...(["what", "of", "name~"] as const),
);

/** What changes from one revision to another; with `--requests`, which calls of a run would break. */
export async function diffRevisions(
  from: string,
  to: string,
  values: ControlValues & { readonly requests?: boolean },
): Promise<void> {
  const [before, after] = [readRevision(from), readRevision(to)];
  const api = wholeApi();
  if (values.requests) return printBreaks(api, after, values);
  const differences = revisionDiff(api, before, after);
  print(values.json, { from: before, to: after, differences }, () =>
    differences.length === 0
      ? `Nothing that the rows know of changes from ${before} to ${after}.`
      : tableOf(differenceColumns, differences),
  );
}

async function printBreaks(api: Api, to: Revision, values: ControlValues): Promise<void> {
  const { requests } = await callControl<{ requests: Entry[] }>(values, "GET", "requests");
  const calls = requests.filter(({ status, lostStatus }) => (status ?? lostStatus ?? 400) < 300);
  const breaks: { exchange: string; call: string; why: string }[] = [];
  for (const entry of calls) {
    const detail = () => callControl<EntryDetail>(values, "GET", `requests/${entry.id}`);
    const against =
      againstCall(api, entry, to) ??
      (entry.method === "GET" ? undefined : againstBody(api, await detail(), to));
    const call = `${entry.method} ${entry.target}`;
    if (against !== undefined) breaks.push({ exchange: entry.id, call, why: against.why });
  }
  const told = `${breaks.length} of ${calls.length} calls that succeeded would break with ${to}`;
  print(values.json, { to, calls: calls.length, breaks }, () =>
    [told, ...breaks.map(({ call, why }) => `  ${call}\n      ${why}`)].join("\n"),
  );
}
