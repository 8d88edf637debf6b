// Printed by the program, checked by a test: UPDATE_FAULTS=1 npx vitest run test/faults/printed

/** What a fault does: one of these. */
// oxfmt-ignore
export const outcomes: readonly string[] = ["status","edge","delay","connection","spoil","pace","page","ignore","late","stale","failures","limit","drop","duplicate","reorder","signature","timestamp","batch"];

/** What is said beside it. */
// oxfmt-ignore
export const besides: Readonly<Record<string, readonly string[]>> = {
  status: ["retryAfter"],
  edge: ["retryAfter"],
  connection: ["idle"],
};
