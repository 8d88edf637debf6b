import type { Command } from "commander";
import { configSource } from "./config.ts";

/** Where a value came from, as its user knows it: the flag, the variable, or the config file. */
export function sourceOf(command: Command, name: string): string {
  const found = command.options.find((option) => option.attributeName() === name);
  const source = command.getOptionValueSource(name);
  if (source === configSource) return `${command.getOptionValue("config")}: ${name}`;
  const variable = source === "env" ? found?.envVar : undefined;
  return variable ?? found?.long ?? name;
}
