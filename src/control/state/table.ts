import { markdownTable } from "../../contract/markdown-table.ts";
import { membersTable } from "../../contract/members-table.ts";
import { recordedActs, systemMetrics } from "../../domain/events/system-events.ts";
import { serviceTopic } from "../../domain/webhook-topics.ts";
import { faultShape } from "../../world/faults/kinds.ts";
import type { ControlOperation } from "../operation.ts";
import { parametersOf } from "../read.ts";

/** The control API as a table, as the documents show it. */
export const controlTable = (operations: readonly ControlOperation[]): string =>
  markdownTable([
    ["call", "does", "query"],
    ...operations.map((operation) => {
      const { method, path, does } = operation;
      const names = [...parametersOf(operation).keys()].map((name) => `\`${name}\``);
      return [`\`${method} ${path}\``, does, names.join(", ")];
    }),
  ]);

export const faultTable = (): string => membersTable(faultShape, ["sequence"]);

export const systemEventsTable = (): string =>
  markdownTable([
    ["metric", "when", "properties"],
    ...recordedActs.map(([, { metric, when, properties }]) => [
      metric,
      when,
      properties.map((name) => `\`${name}\``).join(", "),
    ]),
  ]);

/** The topics of the service's own events, and whether anything here leads to one but `trigger`. */
export function topicsTable(): string {
  const acted = new Set(recordedActs.map(([, { metric }]) => metric));
  return markdownTable([
    ["topic", "metric", "written by itself"],
    ...systemMetrics.map((name) => [
      `\`${serviceTopic(name)}\``,
      name,
      acted.has(name) ? "yes" : "",
    ]),
  ]);
}
