import { Argument, type Command } from "commander";
import { defaultUrl, option } from "../options/start-options.ts";
import type { ThrowingCommand } from "../options/usage.ts";
import { readText, readUrl } from "../options/values.ts";
import { writeOut } from "../terminal/terminal.ts";

/** `docs`, as it is declared. */
export function addDocs(program: Command): void {
  program
    .command("docs")
    .description("Search the documentation, and print the best section")
    .argument("[word...]", "Words to look for")
    .option("--json", "Print JSON")
    .action(async (words, values) => (await import("../actions/docs/docs.ts")).docs(words, values));
}

/** `openapi`, as it is declared. */
export function addOpenApi(program: Command): void {
  program
    .command("openapi")
    .description("Print the service's OpenAPI 3.1 document")
    .option("--revision <revision>", "Revision such as 2025-10-15 (default: the newest)", readText)
    .option("--control", "Print the document of the emulator's own API (/_emulator)")
    .addOption(
      option("--url <url>", "Server URL to write into the document", readUrl).default(defaultUrl),
    )
    .action(async (values) => (await import("../actions/openapi.ts")).printOpenApi(values));
}

/** `routes`, as it is declared. */
export function addRoutes(program: Command): void {
  program
    .command("routes")
    .description("List every operation of the service")
    .option("--area <name>", "Only this area")
    .option("--json", "Print JSON")
    .action(async (values) => (await import("../actions/routes.ts")).printRoutes(values));
}

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

/** `mcp`, as it is declared: the protocol is loaded when it runs. */
export function addMcp(program: Command): void {
  program
    .command("mcp")
    .description("Serve coding agents over stdio (Model Context Protocol)")
    .action(async () => (await import("../actions/mcp/serve.ts")).serve());
}
