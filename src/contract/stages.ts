/** The stages that a request walks through, in order; what each does is in `pipeline/stages.ts`. */
export const walkedStages = [
  "preflight",
  "retired",
  "plan",
  "oauth",
  "authenticate",
  "permit",
  "limit",
  "revision",
  "row",
  "query",
  "body",
  "handle",
] as const;

/** The stages that a request may end in; `open` is where a mistake of ours leaves it. */
export const stageNames = ["open", ...walkedStages] as const;

export type StageName = (typeof stageNames)[number];

export const isStageName = (name: string): boolean =>
  (stageNames as readonly string[]).includes(name);
