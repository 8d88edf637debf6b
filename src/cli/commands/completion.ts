import { Argument, type Command } from "commander";

/** `completion`, and what its scripts ask at every Tab. */
export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("print a script that completes commands, options and what they take")
    .addArgument(new Argument("<shell>", "whose").choices(["bash", "zsh", "fish"]))
    .action(async (shell) => (await import("../actions/completion-script.ts")).printScript(shell));
  program
    .command("complete", { hidden: true })
    .description("print what may stand in the place of the last word, one a line")
    .argument("[words...]", "the words after service-emulator, the last of them begun")
    .action(async (words: readonly string[]) => {
      const { complete } = await import("../actions/complete.ts");
      await complete(program, words);
    });
}
