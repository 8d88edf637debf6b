import { wholeApi } from "../../areas/index.ts";
import type { Description } from "../../contract/describe.ts";
import { viewOperations } from "../../control/about.ts";
import { nearest } from "../../world/nearest.ts";
import { colours } from "../terminal/colours.ts";
import { Failure, print } from "../terminal/terminal.ts";
import type { Column } from "../../control/act.ts";
import { tableOf } from "../terminal/table.ts";

const columns: readonly Column<Description>[] = [
  { head: "METHOD", cell: ({ method }) => method },
  { head: "PATH", cell: ({ path }) => path, elastic: true },
  { head: "OPERATION", cell: ({ id }) => id, elastic: true },
  { head: "LIMITS", cell: limitsOf, optional: true },
  { head: "REVISIONS", cell: livesOf, optional: true },
  { head: "SCOPES", cell: scopesOf, optional: true },
];

/** `service-emulator routes`: the contract, without a running emulator. */
export function printRoutes({ area, json }: { area?: string; json?: boolean }): void {
  const all = viewOperations(wholeApi());
  const areas = new Set(all.map((each) => each.area));
  if (area !== undefined && !areas.has(area)) {
    const near = nearest(area, areas);
    const advice =
      near === undefined ? `they are ${[...areas].join(", ")}` : `did you mean ${near}?`;
    throw new Failure(`--area: no area '${area}'; ${advice}`, 2);
  }
  const operations = all.filter((each) => area === undefined || each.area === area);
  print(json, { operations }, () => `${tableOf(columns, operations)}\n\n${coverageOf(operations)}`);
}

/** How many there are, and what of them has no effect. */
function coverageOf(operations: readonly Description[]): string {
  const { length } = operations;
  const notes = operations.flatMap(({ id, note }) => (note === null ? [] : [`${id}: ${note}`]));
  const count = `${length} ${length === 1 ? "operation" : "operations"}.`;
  return [colours.dim(count), ...notes].join("\n");
}

function limitsOf({ tier, limits: { burst, steady, day } }: Description): string {
  const windows = `${burst}/s ${steady}/min${day === undefined ? "" : ` ${day}/day`}`;
  return `${(tier ?? "").padEnd(2)} ${windows}`;
}

/** Any of them will do; those joined by `+` go together. */
function scopesOf({ scopes }: Description): string {
  return scopes.map((set) => set.join(" + ")).join(" or ");
}

function livesOf({ since, until }: Description): string {
  if (until === null) return since === null ? "" : `from ${since}`;
  return since === null ? `before ${until}` : `${since} to ${until}`;
}
