import type { DryRun } from "../../control/faults/met.ts";
import { counted } from "../../world/name-match.ts";
import type { FaultView } from "../../world/faults/fault.ts";
import { partsOf } from "../../world/faults/outcome.ts";
import type { FaultInput } from "../../world/faults/types.ts";
import { callControl, type ControlValues, flagsOf } from "../process/control-client.ts";
import { Failure, tell, print, thrownAs } from "../terminal/terminal.ts";
import { type FaultFlags, faultOfFlags } from "../options/fault-values.ts";
import { columns } from "../../control/act.ts";
import { flagOf } from "../terminal/texts.ts";
import { tableOf } from "../terminal/table.ts";

type PlannedFault = FaultView & { readonly warnings: readonly string[] };

export async function addFault(
  operation: string | undefined,
  values: ControlValues & FaultFlags & { readonly dryRun?: boolean },
): Promise<void> {
  const { file, dryRun, ...flags } = flagsOf(values);
  if (typeof file === "string") {
    if (dryRun) throw new Failure("--dry-run is about one fault: leave out --file", 2);
    return addFaultsOf(file, operation, flags, values);
  }
  const fault = faultOfFlags(operation, flags);
  if (dryRun) return tryFault(fault, values);
  const planned = await callControl<PlannedFault>(values, "POST", "faults", fault);
  for (const warning of planned.warnings) tell(warning);
  print(values.json, planned, plannedLine);
}

async function tryFault(fault: FaultInput, values: ControlValues): Promise<void> {
  const found = await callControl<DryRun>(values, "POST", "faults/dry-run", fault);
  for (const warning of found.warnings) tell(warning);
  const what = fault.delivery === undefined ? "recorded request" : "delivery";
  print(values.json, found, ({ met, kept, exchanges }) =>
    [`It would have hit ${met} of ${counted(kept, what)}.`, ...exchanges].join("\n"),
  );
}

async function addFaultsOf(
  file: string,
  operation: string | undefined,
  flags: FaultFlags,
  values: ControlValues,
): Promise<void> {
  const [flag] = Object.keys(flags);
  const other = operation ?? (flag && flagOf(flag));
  if (other !== undefined)
    throw new Failure(
      `--file says all of a fault: leave out ${other}, or write it into ${file}`,
      2,
    );
  const { readFaults } = await import("./fault-file.ts");
  const { faults, refused } = await readFaults(file);
  const asked = callControl<{ faults: PlannedFault[] }>(values, "POST", "faults/several", {
    faults,
  });
  const planned = await asked.catch(thrownAs(refused));
  for (const { id, warnings } of planned.faults) {
    for (const warning of warnings) tell(`${id}: ${warning}`);
  }
  print(values.json, planned, (all) => all.faults.map(plannedLine).join("\n"));
}

const plannedLine = (fault: PlannedFault): string =>
  `${fault.id}: ${whichOf(fault)} ${doesOf(fault)}, ${whenOf(fault)}`;

function detailOf(fault: FaultView): string {
  return [
    tableOf(faultColumns, [fault]),
    ...(fault.doubledWrites > 0 ? ["", `Retries wrote ${fault.doubledWrites} records twice.`] : []),
    ...(fault.notes === undefined ? [] : ["", ...fault.notes]),
    ...(fault.hits.count > 0 ? ["", "It met:", ...fault.hits.exchanges] : []),
  ].join("\n");
}

const listOf = ({ faults }: { readonly faults: FaultView[] }): string =>
  faults.length === 0 ? "No fault is planned." : tableOf(faultColumns, faults);

export const says = { list: listOf, show: detailOf };

const faultColumns = columns<FaultView>(
  "id",
  { head: "WHICH", cell: whichOf, elastic: true },
  { head: "WHAT", cell: doesOf, elastic: true },
  { head: "WHEN", cell: whenOf, elastic: true },
  ...(["state", "remaining"] as const),
  { head: "HITS", cell: ({ hits }) => String(hits.count) },
  "DUPLICATES=doubledWrites?",
);

function whichOf({ operation, area, method, path, delivery, match }: FaultInput): string {
  const parts = [
    operation ?? "",
    delivery === undefined ? "" : `delivery ${delivery}`,
    area === undefined ? "" : `area ${area}`,
    [method ?? "", path ?? ""].join(" ").trim(),
    ...Object.entries(match ?? {}).map(
      ([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`,
    ),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function doesOf(fault: FaultInput): string {
  const steps = fault.sequence?.map((step) => (step === "pass" ? step : outcomeOf(step)));
  return [
    steps?.join(" → ") ?? outcomeOf(fault),
    ...(fault.hold ? ["held"] : []),
    ...(fault.where === "after" ? ["once it is done"] : []),
  ].join(", ");
}

/** What goes along with another outcome stands behind it. */
function outcomeOf(outcome: FaultInput): string {
  const parts = partsOf(outcome).toSorted(
    ([one], [other]) => Number(one.along ?? false) - Number(other.along ?? false),
  );
  const words = parts.map(([{ name, says = name }, value]) => {
    if (value === true) return name;
    const said = typeof value === "object" ? JSON.stringify(value) : String(value);
    return `${says} ${said}`.trimStart();
  });
  return words.join(", ");
}

function whenOf({ times, skip, every, probability, between, ttl }: FaultInput): string {
  const often = times === "always" ? "always" : times === 1 ? "once" : `${times} times`;
  return [
    often,
    ...(skip ? [`after ${skip}`] : []),
    ...(every === undefined || every === 1 ? [] : [`one in ${every}`]),
    ...(probability === undefined ? [] : [`with p ${probability}`]),
    ...(between === undefined ? [] : [`from ${between.join(" to ")}`]),
    ...(ttl === undefined ? [] : [`for ${ttl}`]),
  ].join(", ");
}
