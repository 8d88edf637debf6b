import { Argument, type Command } from "commander";

/** `completion`, and what its scripts ask at every Tab. */
export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("Print a shell completion script")
    .addArgument(new Argument("<shell>", "Shell to complete in").choices(["bash", "zsh", "fish"]))
    .action(async (shell) => (await import("../actions/completion-script.ts")).printScript(shell));
  program
    .command("complete", { hidden: true })
    .description("Print the completions of the last word, one per line")
    .argument("[words...]", "Words after service-emulator, up to the one to complete")
    .action(async (words: readonly string[]) => {
      const { complete } = await import("../actions/complete.ts");
      await complete(program, words);
    });
}
