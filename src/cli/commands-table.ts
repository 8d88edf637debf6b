import type { Command } from "commander";
import { markdownTable } from "../contract/markdown-table.ts";
import { controlOptions } from "./options/controlled.ts";
import { optionRow } from "./options/options-table.ts";
import { createProgram } from "./program.ts";
import { configOption, startOptions } from "./options/start-options.ts";

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

/** The commands that do something, by all of their words; those that only hold others are left out. */
function commandsIn(parent: Command, before: readonly string[] = []): [string, Command][] {
  return parent.commands.flatMap((command): [string, Command][] => {
    const words = [...before, command.name()];
    const inner = commandsIn(command, words);
    const acts = inner.length === 0 || command.registeredArguments.length > 0;
    return [...(acts ? [[words.join(" "), command] as [string, Command]] : []), ...inner];
  });
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
