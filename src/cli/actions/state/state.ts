import type { SnapshotDiff } from "../../../emulation/snapshot-diff.ts";
import { columns } from "../../../control/act.ts";
import type { StateView } from "../../../control/state/state.ts";
import type { Told } from "../../options/start-options.ts";
import { callControl, type ControlValues, narrowed } from "../../process/control-client.ts";
import { print, printWhole } from "../../terminal/terminal.ts";
import { tableOf } from "../../terminal/table.ts";
import { printable } from "../../terminal/texts.ts";

type By = Told<"account" | "filter" | "sort" | "limit", string>;

/** One record a line as JSON, or the counts. */
async function showState(
  collection: string | undefined,
  values: ControlValues & By,
): Promise<void> {
  const { account, filter, sort, limit } = values;
  const by = { account, filter, sort, limit };
  if (collection === undefined) {
    const path = narrowed("state", by);
    const shown = await callControl<{ counts: Record<string, number> }>(values, "GET", path);
    const rows = Object.entries(shown.counts).map(([name, records]) => ({ name, records }));
    return print(values.json, shown, () => tableOf(sizes, rows));
  }
  const path = narrowed(`state/${encodeURIComponent(collection)}`, by);
  const shown = await callControl<StateView>(values, "GET", path);
  printWhole(values.json, shown, ({ records, more, total }) =>
    [
      ...records.map((record) => printable(JSON.stringify(record))),
      `${records.length} of ${total}${more ? ": there are more, see --limit" : ""}`,
    ].join("\n"),
  );
}

const sizes = columns<{ name: string; records: number }>("COLLECTION=name", "records");

/** One line for each record that is new, gone, or not what it was. */
function textOf(diff: SnapshotDiff): string {
  const lines = Object.entries(diff).flatMap(([account, collections]) =>
    Object.entries(collections).flatMap(([name, { counts, added, removed, changed }]) => [
      `${account} ${name}: ${counts.added} added, ${counts.removed} removed, ${counts.changed} changed`,
      ...added.map((record) => `  + ${JSON.stringify(record)}`),
      ...removed.map((record) => `  - ${JSON.stringify(record)}`),
      ...changed.map(({ id, key, members }) => {
        const named = key ? `${id} ${JSON.stringify(key)}` : id;
        return `  ~ ${named} ${Object.entries(members).map(changeOf).join(", ")}`;
      }),
    ]),
  );
  return lines.length === 0 ? "Nothing changed." : lines.map(printable).join("\n");
}

type Change = Readonly<Record<"before" | "after", unknown>>;

const changeOf = ([name, { before, after }]: [name: string, change: Change]): string =>
  `${name}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`;

export const says = { diff: textOf };
export const does = { show: showState };
