/** The rules of the report card, in the order in which they are shown. */
export const ruleIds = [
  "retries",
  "stops",
  "retry-after",
  "growing",
  "jitter",
  "attempts",
  "total-time",
  "doubled-write",
  "slows",
  "stampede",
  "budget",
  "gives-up",
  "revision",
  "token",
] as const;

export type RuleId = (typeof ruleIds)[number];

/** How strict the rules are, from the mildest on. */
export const presetNames = ["gentle", "service", "strict"] as const;

export type PresetName = (typeof presetNames)[number];

/** How a card can be written down. */
export const formatNames = ["json", "markdown", "junit", "html"] as const;

export type FormatName = (typeof formatNames)[number];
