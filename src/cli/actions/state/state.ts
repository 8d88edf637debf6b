import type { SnapshotDiff } from "../../../emulation/snapshot-diff.ts";
import type { StateView } from "../../../control/state/state.ts";
import { callControl, type ControlValues, narrowed } from "../../process/control-client.ts";
import { print, printWhole } from "../../terminal/terminal.ts";
import { tableOf } from "../../terminal/table.ts";
import { printable } from "../../terminal/texts.ts";

interface AccountValues extends ControlValues {
  readonly account?: string;
}

interface ShowValues extends AccountValues {
  readonly filter?: string;
  readonly sort?: string;
  readonly limit?: number | string;
}

/** One record a line as JSON, or the counts. */
async function showState(collection: string | undefined, values: ShowValues): Promise<void> {
  const { account, filter, sort, limit } = values;
  const by = { account, filter, sort, limit };
  if (collection === undefined) {
    const path = narrowed("state", by);
    const shown = await callControl<{ counts: Record<string, number> }>(values, "GET", path);
    return print(values.json, shown, ({ counts }) => countsTable(counts));
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

const countsTable = (counts: Readonly<Record<string, number>>): string =>
  tableOf(
    [
      { head: "COLLECTION", cell: ([name]) => name },
      { head: "RECORDS", cell: ([, count]) => String(count) },
    ],
    Object.entries(counts),
  );

/** One line for each record that is new, gone, or not what it was. */
function textOf(diff: SnapshotDiff): string {
  const lines = Object.entries(diff).flatMap(([account, collections]) =>
    Object.entries(collections).flatMap(([name, { counts, added, removed, changed }]) => [
      `${account} ${name}: ${counts.added} added, ${counts.removed} removed, ${counts.changed} changed`,
      ...added.map((record) => `  + ${JSON.stringify(record)}`),
      ...removed.map((record) => `  - ${JSON.stringify(record)}`),
      ...changed.map(
        ({ id, key, members }) =>
          `  ~ ${id}${key ? ` ${JSON.stringify(key)}` : ""} ${changesOf(members)}`,
      ),
    ]),
  );
  return lines.length === 0 ? "Nothing changed." : lines.map(printable).join("\n");
}

const changesOf = (members: Readonly<Record<string, { before: unknown; after: unknown }>>) =>
  Object.entries(members)
    .map(
      ([name, { before, after }]) =>
        `${name}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
    )
    .join(", ");

export const says = { diff: textOf };
export const does = { show: showState };
