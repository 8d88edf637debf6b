import { type Command, Option } from "commander";
import { option } from "./start-options.ts";
import { readUrl, readWord } from "./values.ts";

/** The options of the commands that talk to a running emulator. */
export const controlOptions = (): Option[] => [
  option(
    "--url <url>",
    "URL of the emulator (default: the one started in this folder or above)",
    readUrl,
  ),
  new Option("--token <token>", "Control token, if the emulator requires one")
    .env("SERVICE_EMULATOR_CONTROL_TOKEN")
    .argParser(readWord),
  new Option("--json", "Print JSON"),
];

/**
 * Declares a command that talks to a running emulator through its control API.
 *
 * @param isDefault whether the commands above it do the same when they are called alone
 */
export function controlled(
  parent: Command,
  name: string,
  description: string,
  { isDefault = false }: { readonly isDefault?: boolean } = {},
): Command {
  const told = isDefault ? `${description} (the default)` : description;
  const command = parent.command(name, { isDefault }).description(told);
  for (const each of controlOptions()) command.addOption(each);
  return command;
}
