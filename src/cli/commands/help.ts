import type { ThrowingCommand } from "../options/usage.ts";
import { writeOut } from "../terminal/print.ts";

/** `help`: the program's, a command's, or that of all. */
export function addHelpCommand(program: ThrowingCommand): void {
  program
    .command("help")
    .description("Print the help of a command, or of all")
    .argument("[command...]", "Words of a command, or all")
    .action(async (words: readonly string[]) => {
      if (words.join() !== "all") return program.commandOf(words).help();
      writeOut((await import("../actions/root-help.ts")).helpOfAll(program));
    });
}
