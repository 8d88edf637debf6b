import { markdownTable } from "../../contract/markdown-table.ts";
import type { ShapeNode } from "../../contract/shape.ts";
import { presetNames } from "../names.ts";
import { receiverRules } from "../receivers/rules.ts";
import { rules } from "../rules.ts";
import { presets, thresholdsShape } from "../thresholds.ts";

/** The rules, as the documents show them, with what the preset `service` lets pass. */
export const rulesTable = (): string =>
  markdownTable([
    ["rule", "a good client", "measured", "tolerance", "why"],
    ...rules.map(({ id, title, measures, tolerance, why }) => [
      `\`${id}\``,
      title,
      measures,
      tolerance(presets.service),
      why,
    ]),
  ]);

/** The rules for receivers of webhooks, as the documents show them. */
export const receiverRulesTable = (): string =>
  markdownTable([
    ["rule", "a good receiver", "measured", "why"],
    ...receiverRules.map(({ id, title, measures, why }) => [`\`${id}\``, title, measures, why]),
  ]);

/** What each preset measures against, as the documents show it. */
export function thresholdsTable(): string {
  const shape: ShapeNode = thresholdsShape;
  const members = shape.kind === "object" ? [...shape.members] : [];
  return markdownTable([
    ["threshold", ...presetNames, "means"],
    ...members.map(([name, { shape: member }]) => [
      `\`${name}\``,
      ...presetNames.map((preset) => String(presets[preset][name as keyof typeof presets.service])),
      member.description ?? "",
    ]),
  ]);
}
