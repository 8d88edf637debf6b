import type { Option } from "commander";
import { markdownTable } from "../../contract/markdown-table.ts";
import { controlOptions } from "./controlled.ts";
import { configOption, startOptions } from "./start-options.ts";

/** The options of `start`, as the documents show them. */
export const optionsTable = (): string => tableOf([...startOptions(), configOption()]);

/** The options of the commands that talk to a running emulator, as the documents show them. */
export const controlOptionsTable = (): string => tableOf(controlOptions());

const tableOf = (options: readonly Option[]): string =>
  markdownTable([["option", "variable", "default", ""], ...options.map(optionRow)]);

/** An option's flags, its variable, its default, and what it does. */
export const optionRow = (option: Option): string[] => [
  `\`${option.flags}\``,
  option.envVar === undefined ? "" : `\`${option.envVar}\``,
  defaultOf(option),
  option.description,
];

function defaultOf({ defaultValue, defaultValueDescription }: Option): string {
  const shown = defaultValueDescription ?? defaultValue;
  return shown === undefined ? "" : `\`${shown}\``;
}
