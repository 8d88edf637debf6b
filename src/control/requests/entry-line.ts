import type { Entry } from "../../world/journal/entry.ts";

/** One request, what became of it, and what would have worked: as tests show it. */
export function entryLine(
  { method, status, target, operation, injected, faults, hint }: Entry,
  but = "",
): string {
  const row = operation === null ? "" : `  ${operation}`;
  const fault = faults.length === 0 ? "" : `  ${faults.join(", ")}: ${injected.join(", ")}`;
  const why = but === "" ? "" : `  but ${but}`;
  const advice = hint === null ? "" : `\n         ${hint}`;
  return `  ${method.padEnd(6)} ${status ?? "---"} ${target}${row}${fault}${why}${advice}`;
}
