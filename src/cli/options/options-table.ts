import type { Option } from "commander";
import { markdownTable } from "../../contract/markdown-table.ts";
import { controlOptions } from "./controlled.ts";
import { startOptions } from "./start-options.ts";

/** The options of `start`, as the README shows them. */
export const optionsTable = (): string => tableOf(startOptions());

/** The options of the commands that talk to a running emulator, as the README shows them. */
export const controlOptionsTable = (): string => tableOf(controlOptions());

function tableOf(options: readonly Option[]): string {
  const rows = options.map((option) => [
    `\`${option.flags}\``,
    option.envVar === undefined ? "" : `\`${option.envVar}\``,
    defaultOf(option),
    option.description,
  ]);
  return markdownTable([["option", "variable", "default", ""], ...rows]);
}

function defaultOf({ defaultValue, defaultValueDescription }: Option): string {
  const shown = defaultValueDescription ?? defaultValue;
  return shown === undefined ? "" : `\`${shown}\``;
}
