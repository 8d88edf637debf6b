import { markdownTable } from "../../contract/markdown-table.ts";
import type { ShapeNode } from "../../contract/shape.ts";
import { presetNames } from "../names.ts";
import { receiverRules } from "../receivers/rules.ts";
import { rules } from "../rules.ts";
import { presets, thresholdsShape } from "../thresholds.ts";
import { libraries } from "../advice/libraries.ts";

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

export const receiverRulesTable = (): string =>
  markdownTable([
    ["rule", "a good receiver", "measured", "why"],
    ...receiverRules.map(({ id, title, measures, why }) => [`\`${id}\``, title, measures, why]),
  ]);

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

export const librariesTable = (): string =>
  markdownTable([
    ["library", "rules", "option", "into", "known", "source"],
    ...libraries.flatMap(({ name, into, source, options }) =>
      options.map((each) => [
        name,
        each.rules.map((rule) => `\`${rule}\``).join(", "),
        `\`${each.option}\``,
        `\`${each.into ?? into}\``,
        each.isTried ? "tried" : "read",
        `[page](${source})`,
      ]),
    ),
  ]);
