// Printed by the program, checked by a test: UPDATE_FAULTS=1 npx vitest run test/faults/printed

/** What a fault does, as options: the flag, its sentence, and what its value is checked for. */
// oxfmt-ignore
export const outcomeOptions = [
  ["--status <status>", "Respond with this status and the service's own error body", "number"],
  ["--edge <status>", "Respond like a proxy before the service: 403, 429, 502 to 504 or 520 to 527, as HTML", "number"],
  ["--retry-after <when>", "Set Retry-After: seconds (2 or 2s), computed, none, garbage, or a date such as +2s"],
  ["--body <text>", "Replace the response body"],
  ["--headers <name=value>", "Add this header to the response; repeatable", "pairs"],
  ["--delay <duration>", "Delay the response: 250ms, 100ms..2s (uniform) or 200ms~0.6 (log-normal)", "durations"],
  ["--connection <how>", "Break the connection: reset, close, close-after-head, close-mid-body, hang, idle-close or close-reused"],
  ["--idle <duration>", "With idle-close: close after this long without a request (default: 1s)", "duration"],
  ["--spoil <how>", "Corrupt the response body: truncate, malformed, empty, content-type or garbage"],
  ["--pace <pace>", "Send the body slowly: over 5s, or at 1000B/s", "duration"],
  ["--page <how>", "Break the pages of a list: short, empty, repeat, skip, cycle, expire or cap:5"],
  ["--ignore", "Respond to a write with its success, and write nothing"],
  ["--late <duration>", "Respond to a write at once, and write this much later", "duration"],
  ["--stale <duration>", "Respond to a read with the data of this long ago", "duration"],
  ["--failures <number>", "Let this many records of the job fail that the request starts", "number"],
  ["--limit <window>", "Use up the caller's burst or steady window"],
  ["--drop", "Never send the delivery"],
  ["--duplicate <number>", "Send the delivery this many times in all", "number"],
  ["--reorder <number>", "Hold deliveries back until there are this many, and send them in reverse", "number"],
  ["--signature <how>", "Send a delivery whose signature is wrong or missing"],
  ["--timestamp <offset>", "Shift the time stamps of the delivery, such as -10m", "duration"],
  ["--batch <number>", "Split the delivery into calls of this many events", "number"],
] as const;

/** The kinds that take part in explorations only if they are asked for. */
export const silentFaults = "page skip, ignore, late, stale";
