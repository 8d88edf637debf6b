import type { Command } from "commander";

/** Where a value came from, as its user knows it: the flag or the variable. */
export function sourceOf(command: Command, name: string): string {
  const found = command.options.find((option) => option.attributeName() === name);
  const variable = command.getOptionValueSource(name) === "env" ? found?.envVar : undefined;
  return variable ?? found?.long ?? name;
}
