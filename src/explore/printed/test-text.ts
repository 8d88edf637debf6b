import { pluralOf } from "../../emulation/plural.ts";
import type { Defect, Odd } from "../result-shape.ts";

/** What must be true at the end, of the number of records of a collection or of one record. */
type Check =
  | { readonly collection: string; readonly total: number }
  | { readonly collection: string; readonly where: Odd["where"]; readonly times: number };

/** What tells the wrong state from the right one: the plainest question that does. */
function checkOf(
  difference: readonly Odd[],
  counts: Readonly<Record<string, number>>,
): Check | undefined {
  for (const odd of difference) {
    const { collection, where, expected, found, members, what } = odd;
    const plural = pluralOf(collection);
    const isKnown = Object.keys(where).length > 0;
    const changes = Object.keys(members);
    if (what === "removed" && isKnown) {
      return { collection: plural, where, times: expected > 0 ? 0 : 1 };
    }
    if (isKnown && changes.some((name) => name in where)) {
      return { collection: plural, where, times: expected };
    }
    if (what === "changed" && isKnown && expected > 0)
      return { collection: plural, where, times: 1 };
    const total = counts[plural];
    const net = sumOf(difference, collection);
    if (what === "added" && expected !== found && net !== 0 && total !== undefined) {
      return { collection: plural, total };
    }
  }
  return undefined;
}

/** By how many records a collection has more than it should. */
const sumOf = (difference: readonly Odd[], collection: string): number =>
  difference
    .filter((odd) => odd.collection === collection && odd.what !== "changed")
    .reduce(
      (sum, { what, expected, found }) => sum + (found - expected) * (what === "added" ? 1 : -1),
      0,
    );

/** A test of one's own in a few lines, which fails until the defect is mended: of a client in a function. */
export function testOf(
  {
    oracle,
    steps,
    difference,
    missing,
  }: Pick<Defect, "oracle" | "steps" | "difference" | "missing">,
  counts: Readonly<Record<string, number>>,
): string {
  const faults = steps.flatMap(({ fault, after }) => (after === undefined ? (fault ?? []) : []));
  // No function can be killed, the check is a command, and what is done in mid-run needs a scenario.
  if (oracle === "crash" || oracle === "check" || faults.length < steps.length) return "";
  const planned = faults.map((fault) => `sandbox.faults.add(${JSON.stringify(fault)});`);
  const call = "await client(sandbox.url, sandbox.keys.full);";
  if (oracle === "output") {
    const lines = missing.map(({ line }) => `expect(String(output)).toMatch(${lineText(line)});`);
    return [...planned, `const output = ${call}`, ...lines].join("\n");
  }
  const check = checkOf(difference, counts);
  if (oracle === "recovery") {
    const first = call.replace(";", ".catch(() => {});");
    return [...planned, first, "sandbox.faults.clear();", call, ...assertionOf(check)].join("\n");
  }
  return [...planned, call, ...assertionOf(check)].join("\n");
}

/** The pattern of a line; `*` stands for anything. */
const lineText = (line: string): string =>
  `/${line.replaceAll(/[\\^$.+?()[\]{}|/]/g, String.raw`\$&`).replaceAll("*", ".*")}/`;

function assertionOf(check: Check | undefined): string[] {
  if (check === undefined) return [];
  const { collection } = check;
  if ("total" in check) {
    return [`expect(sandbox.state.counts()[${JSON.stringify(collection)}]).toBe(${check.total});`];
  }
  const records = `sandbox.state.get(${JSON.stringify(collection)}).records`;
  const where = `expect.objectContaining(${JSON.stringify(check.where)})`;
  return check.times === 0
    ? [`expect(${records}).not.toContainEqual(${where});`]
    : [`expect(${records}).toContainEqual(${where});`];
}
