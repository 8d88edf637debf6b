import type { FaultInput } from "../world/fault-plan.ts";
import type { FaultView } from "../world/faults.ts";
import { callControl, type ControlValues } from "./control-client.ts";
import { print } from "./print.ts";
import { screenWidth } from "./screen.ts";
import { tableOf } from "./table.ts";

type FaultValues = ControlValues & Omit<FaultInput, "operation">;

export async function addFault(operation: string, values: FaultValues): Promise<void> {
  const { url: _url, token: _token, json, ...members } = values;
  const planned = await callControl<FaultView>(values, "POST", "faults", { operation, ...members });
  print(
    json,
    planned,
    (fault) => `${fault.id}: ${fault.operation} ${doesOf(fault)}, ${timesOf(fault)}`,
  );
}

export async function listFaults(values: ControlValues): Promise<void> {
  const listed = await callControl<{ faults: FaultView[] }>(values, "GET", "faults");
  print(values.json, listed, ({ faults }) =>
    faults.length === 0 ? "No fault is planned." : table(faults),
  );
}

export async function removeFault(id: string, values: ControlValues): Promise<void> {
  await callControl(values, "DELETE", `faults/${encodeURIComponent(id)}`);
  print(values.json, { removed: id }, () => `${id} is removed.`);
}

export async function clearFaults(values: ControlValues): Promise<void> {
  await callControl(values, "DELETE", "faults");
  print(values.json, { cleared: true }, () => "No fault is planned any more.");
}

const table = (faults: readonly FaultView[]): string =>
  tableOf(
    [
      { head: "ID", cell: ({ id }) => id },
      { head: "OPERATION", cell: ({ operation }) => operation },
      { head: "WHAT", cell: doesOf, elastic: true },
      { head: "WHEN", cell: timesOf },
      { head: "REMAINING", cell: ({ remaining }) => String(remaining) },
      { head: "HITS", cell: ({ hits }) => String(hits.count) },
    ],
    faults,
    screenWidth(),
  );

function doesOf({ status, retryAfter, hold, delayMs }: FaultView): string {
  const wait =
    typeof retryAfter === "number" ? `Retry-After ${retryAfter}` : "a computed Retry-After";
  const parts = [
    ...(status === undefined ? [] : [`answers ${status}`]),
    ...(retryAfter === undefined ? [] : [`with ${wait}`]),
    ...(hold ? ["and holds"] : []),
    ...(delayMs === 0 ? [] : [`${status === undefined ? "answers " : ""}after ${delayMs} ms`]),
  ];
  return parts.join(" ");
}

function timesOf({ times, skip }: FaultView): string {
  const often = times === "always" ? "always" : times === 1 ? "once" : `${times} times`;
  return skip === 0 ? often : `${often} after ${skip}`;
}
