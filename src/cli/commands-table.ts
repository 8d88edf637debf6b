import type { Argument, Option } from "commander";
import { markdownTable } from "../contract/markdown-table.ts";
import { commandsIn } from "./actions/root-help.ts";
import { controlOptions } from "./options/command-options.ts";
import { createProgram } from "./program.ts";
import { configOption, startOptions } from "./options/start-options.ts";

export const optionsTable = (): string => tableOf([...startOptions(), configOption()]);

export const controlOptionsTable = (): string => tableOf(controlOptions());

const tableOf = (options: readonly Option[]): string =>
  markdownTable([["option", "variable", "default", ""], ...options.map(optionRow)]);

const optionRow = (option: Option): string[] => [
  `\`${option.flags}\``,
  option.envVar === undefined ? "" : `\`${option.envVar}\``,
  defaultOf(option),
  option.description,
];

function defaultOf({ defaultValue, defaultValueDescription }: Option): string {
  const shown = defaultValueDescription ?? defaultValue;
  return shown === undefined ? "" : `\`${shown}\``;
}

export const commandsTable = (): string =>
  markdownTable([
    ["command", "does"],
    ...commandsIn(createProgram()).map(([name, command]) => {
      const words = [name, ...command.registeredArguments.map(argumentText)];
      return [`\`${words.join(" ")}\``, command.description()];
    }),
  ]);

/** What each command takes beside the options of `start` and those by which an emulator is found. */
export function commandOptionsTable(): string {
  const told = [...startOptions(), ...controlOptions(), configOption()];
  const shared = new Set(told.map(({ flags }) => flags));
  const rows = commandsIn(createProgram()).flatMap(([name, { options }]) =>
    options
      .filter(({ flags }) => !shared.has(flags))
      .map((each) => {
        const [flags = "", , byDefault = "", does = ""] = optionRow(each);
        return [`\`${name}\``, flags, byDefault, does];
      }),
  );
  return markdownTable([["command", "option", "default", ""], ...rows]);
}

function argumentText(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
