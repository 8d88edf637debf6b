import type { Option } from "commander";
import { markdownTable } from "../contract/markdown-table.ts";
import { commandsIn } from "./actions/root-help.ts";
import { controlOptions } from "./options/command-options.ts";
import { createProgram } from "./program.ts";
import { configOption, startOptions } from "./options/start-options.ts";

/** The options of `start`, as the documents show them. */
export const optionsTable = (): string => tableOf([...startOptions(), configOption()]);

/** The options of the commands that talk to a running emulator, as the documents show them. */
export const controlOptionsTable = (): string => tableOf(controlOptions());

const tableOf = (options: readonly Option[]): string =>
  markdownTable([["option", "variable", "default", ""], ...options.map(optionRow)]);

/** An option's flags, its variable, its default, and what it does. */
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

/** Every command with its arguments, as the documents show them. */
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

interface CommandArgument {
  readonly required: boolean;
  readonly variadic: boolean;
  readonly name: () => string;
}

function argumentText(argument: CommandArgument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
