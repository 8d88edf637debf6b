import type { Command } from "commander";
import { bothConsistencies } from "../../contract/consistency.ts";
import { applyConfig, configFile, configSource } from "./config.ts";
import { Failure } from "../terminal/terminal.ts";

/** Gives a command that boots an emulator what its config file says. @returns the file, if there is one */
export async function configure(command: Command): Promise<string | undefined> {
  const { config } = command.opts<{ config?: string }>();
  const found = configFile(config);
  if (found !== undefined) await applyConfig(command, found);
  settle(command);
  return found?.file;
}

/** What was said nearer to the command counts. */
const ranks: readonly (string | undefined)[] = [configSource, "env", "cli"];

/** Options that say the same in two ways, and why one cannot go with the other. */
const rivals: readonly (readonly [one: string, other: string, why: (other: string) => string])[] = [
  ["state", "fixtures", (other) => `it takes the place of fixtures, so it cannot go with ${other}`],
  ["consistency", "processingDelay", bothConsistencies],
];

/**
 * Of two options that say the same, the one that was said nearer counts.
 *
 * @throws Failure if both were said in the same way
 */
function settle(command: Command): void {
  const rankOf = (name: string) => ranks.indexOf(command.getOptionValueSource(name));
  for (const [one, other, why] of rivals) {
    if (rankOf(one) < 0 || rankOf(other) < 0) continue;
    if (rankOf(one) === rankOf(other))
      throw new Failure(`${sourceOf(command, one)}: ${why(sourceOf(command, other))}`, 2);
    const passed = rankOf(one) < rankOf(other) ? one : other;
    const { defaultValue } = command.options.find((each) => each.attributeName() === passed) ?? {};
    command.setOptionValueWithSource(passed, defaultValue, "default");
  }
}

/** What of its options a command was given, and how. */
export interface Given {
  readonly isGiven: (name: string) => boolean;
  /** The flag, the variable or the member of the config file that gave a value. */
  readonly sourceOf: (name: string) => string;
}

export const givenTo = (command: Command): Given => ({
  isGiven: (name) => ![undefined, "default"].includes(command.getOptionValueSource(name)),
  sourceOf: (name) => sourceOf(command, name),
});

/** Where a value came from, as its user knows it: the flag, the variable, or the config file. */
function sourceOf(command: Command, name: string): string {
  const found = command.options.find((option) => option.attributeName() === name);
  const source = command.getOptionValueSource(name);
  if (source === configSource) return `${command.getOptionValue("config")}: ${name}`;
  const variable = source === "env" ? found?.envVar : undefined;
  return variable ?? found?.long ?? name;
}
