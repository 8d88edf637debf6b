import type { Command } from "commander";

/** The commands that do something, by all of their words; those that only hold others are left out. */
export function commandsIn(parent: Command, before: readonly string[] = []): [string, Command][] {
  return parent.commands.flatMap((command): [string, Command][] => {
    const words = [...before, command.name()];
    const inner = commandsIn(command, words);
    const acts = inner.length === 0 || command.registeredArguments.length > 0;
    return [...(acts ? [[words.join(" "), command] as [string, Command]] : []), ...inner];
  });
}
