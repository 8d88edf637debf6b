import { controlOperations } from "./operations.ts";

/** The control API as a table, as the README shows it. */
export function controlTable(): string {
  const rows = controlOperations.map(({ method, path, does }) => [`\`${method} ${path}\``, does]);
  const lines = [["call", "does"], ["---", "---"], ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}
