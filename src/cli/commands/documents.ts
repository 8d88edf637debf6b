import { Argument, type Command, Option } from "commander";
import { declared, withOptions } from "../options/declared.ts";
import { configOption, defaultUrl, startOptions, withVariable } from "../options/start-options.ts";
import type { ThrowingCommand } from "../options/usage.ts";
import { readText, readUrl } from "../options/values.ts";
import { writeOut } from "../terminal/terminal.ts";
import { controlOptions } from "../options/command-options.ts";
import { configured } from "../options/configure.ts";

export const addDocs = (program: Command): Command =>
  program
    .command("docs")
    .description("Search the documentation, and print the best section")
    .argument("[word...]", "Words to look for")
    .option("--json", "Print JSON")
    .action(async (words, values) => (await import("../actions/docs.ts")).docs(words, values));

export const addOpenApi = (program: Command): Command =>
  program
    .command("openapi")
    .description("Print the service's OpenAPI 3.1 document")
    .option("--revision <revision>", "Revision such as 2025-10-15 (default: the newest)", readText)
    .option("--control", "Print the document of the emulator's own API (/_emulator)")
    .addOption(
      withVariable(new Option("--url <url>", "Server URL to write into the document"))
        .argParser(readUrl)
        .default(defaultUrl),
    )
    .action(async (values) => (await import("../actions/operations.ts")).printOpenApi(values));

export const addRoutes = (program: Command): Command =>
  program
    .command("routes")
    .description("List every operation of the service")
    .option("--area <name>", "Only this area")
    .option("--json", "Print JSON")
    .action(async (values) => (await import("../actions/operations.ts")).printRoutes(values));

export const addHelpCommand = (program: ThrowingCommand): Command =>
  program
    .command("help")
    .description("Print the help of a command, or of all")
    .argument("[command...]", "Words of a command, or all")
    .action(async (words: readonly string[]) => {
      if (words.join() !== "all") return program.commandOf(words).help();
      writeOut((await import("../actions/root-help.ts")).helpOfAll(program));
    });

/** `completion`, and what its scripts ask at every Tab. */
export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description("Print a shell completion script")
    .addArgument(new Argument("<shell>", "Shell to complete in").choices(["bash", "zsh", "fish"]))
    .action(async (shell) => (await import("../actions/completion.ts")).printScript(shell));
  program
    .command("complete", { hidden: true })
    .description("Print the completions of the last word, one per line")
    .argument("[words...]", "Words after service-emulator, up to the one to complete")
    .action(async (words: readonly string[]) => {
      const { complete } = await import("../actions/completion.ts");
      await complete(program, words);
    });
}

export const addMcp = (program: Command): Command =>
  program
    .command("mcp")
    .description("Serve coding agents over stdio (Model Context Protocol)")
    .action(async () => (await import("../actions/mcp/serve.ts")).serve());

export function addTruth(program: Command): void {
  const truth = program
    .command("truth")
    .description("Show which behavior of the service is a guess")
    .argument("[operation|area]", "Only this operation or area")
    .option("--json", "Print JSON");
  const quirks = startOptions().filter((each) => each.name() === "quirks");
  withOptions(truth, [...quirks, configOption()]);
  configured(truth, async () => (await import("../actions/operations.ts")).printTruth);
}

export const addDrift = (program: Command): Command =>
  withOptions(
    program
      .command("drift")
      .description("Compare a published OpenAPI document with what the emulator does")
      .argument("<document>", "OpenAPI 3 document, as JSON or YAML"),
    [
      ...declared(`
  --revision <revision>  Revision to compare with (default: the document's, else the newest)
  --recording <file>  Show first what the requests of this recording meet: HAR, cassettes or .http
  --journal  Show first what the requests of a running emulator meet
  --ratchet <path>  Fail only on differences that are not in this file`),
      ...controlOptions(),
    ],
  ).action(async (document, values) =>
    (await import("../actions/drift.ts")).driftCommand(document, values),
  );
