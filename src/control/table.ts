import { markdownTable } from "../contract/markdown-table.ts";
import type { Shape } from "../contract/shape.ts";
import { recordedActs } from "../domain/system-events.ts";
import { faultShape } from "../world/fault-shape.ts";
import type { ControlOperation } from "./operation.ts";

/** The control API as a table, as the README shows it. */
export const controlTable = (operations: readonly ControlOperation[]): string =>
  markdownTable([
    ["call", "does"],
    ...operations.map(({ method, path, does }) => [`\`${method} ${path}\``, does]),
  ]);

/** The members of a fault as a table, as the README shows it. */
export const faultTable = (): string =>
  markdownTable([["member", "means"], ...membersOf(faultShape), ...membersOf(faultShape, "match")]);

/** The events that the service writes of its own, as the README shows them. */
export const systemEventsTable = (): string =>
  markdownTable([
    ["metric", "when", "properties"],
    ...recordedActs.map(([, { metric, when, properties }]) => [
      metric,
      when,
      properties.map((name) => `\`${name}\``).join(", "),
    ]),
  ]);

function membersOf(shape: Shape, within?: string): string[][] {
  const members = shape.kind === "object" ? [...shape.members] : [];
  if (within !== undefined) {
    const inner = members.find(([name]) => name === within)?.[1].shape as Shape;
    return membersOf(inner).map(([name = "", means = ""]) => [
      `\`${within}.${name.slice(1)}`,
      means,
    ]);
  }
  return members.map(([name, { shape: member }]) => [`\`${name}\``, member.description ?? ""]);
}
