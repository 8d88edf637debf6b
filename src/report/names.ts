import { words } from "../contract/words.ts";

/** The rules of the report card, in the order of its JSON and JUnit; what people read has the worst first. */
export const ruleIds = words(`
  retries stops retry-after growing jitter attempts total-time doubled-write slows stampede budget
  gives-up revision token repeats reads-all patience storm same-request corrupt layers connections
`);

/** Id of a rule. */
export type RuleId = (typeof ruleIds)[number];

/** The presets of thresholds, from the mildest to the strictest. */
export const presetNames = ["gentle", "service", "strict"] as const;

/** Name of a preset. */
export type PresetName = (typeof presetNames)[number];

/** The formats of a report card. */
export const formatNames = ["json", "markdown", "junit", "html"] as const;

/** Name of a report format. */
export type FormatName = (typeof formatNames)[number];
