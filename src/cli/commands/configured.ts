import type { Command, Option } from "commander";
import { configure, type Given, givenTo } from "../options/configure.ts";

/** Has a command read its config file, and then do what is loaded: by its words, and all that was said. */
export const configured = (
  command: Command,
  load: () => Promise<(words: never, values: never, given: Given) => unknown>,
): Command =>
  command.action(async (words: unknown, _: object, self: Command) => {
    await configure(self);
    const act = await load();
    await act(words as never, self.opts() as never, givenTo(self));
  });

export function withOptions(command: Command, options: readonly Option[]): Command {
  for (const each of options) command.addOption(each);
  return command;
}
