import { type Command } from "commander";
import { configure, givenTo } from "../options/configure.ts";
import { declared, withOptions } from "../options/declared.ts";
import { configOption, startOptions, withVariable } from "../options/start-options.ts";
import type { StartValues } from "../options/start-options.ts";
import type { ThrowingCommand } from "../options/usage.ts";
import { readAll, readDuration, readPort, readUrl } from "../options/values.ts";

const ofStart = `
  --detach  Run in the background once it is ready
  --allow-command <command>  Let the inspector run this command; repeatable`;

export function addStart(program: ThrowingCommand): void {
  const start = program
    .command("start", { isDefault: true })
    .description("Start the emulator (the default command)")
    .allowExcessArguments();
  withOptions(start, [
    ...startOptions(),
    ...declared(ofStart, { allowCommand: readAll }).map(withVariable),
    configOption(),
  ]).action(async (values: StartValues & { detach?: boolean }, command: Command) => {
    const [word] = command.args;
    if (word !== undefined) program.unknownCommand(word);
    await configure(command);
    if (values.detach) {
      const { detach } = await import("../process/detach.ts");
      return detach(process.argv.slice(2), command.opts());
    }
    return (await import("../actions/start.ts")).start(command.opts(), givenTo(command));
  });
}

export function addRunning(program: Command): void {
  const load = () => import("../actions/running.ts");
  const command = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .option(
        "--port <number>",
        "Use the emulator on this port (default: the one started in this folder or above)",
        readPort,
      );
  command("status", "List the running emulators; exit code 3 if none runs")
    .option("--json", "Print JSON")
    .action(async (values) => (await load()).showStatus(values));
  command("open", "Print the URL of the inspector, or of a saved session, and open it in a browser")
    .argument("[session]", "A file of --session or Save: it is shown until Ctrl-C")
    .option("--explore <path>", "Show this explore.json in it, or that of this output folder")
    .option("--json", "Print JSON, and open nothing")
    .action(async (session, values) =>
      (await import("../actions/open.ts")).openInspector(session, values),
    );
  command("wait", "Wait until an emulator is ready")
    .option("--timeout <duration>", "Give up after this long", readDuration, "30s")
    .option("--url <url>", "Wait for the emulator at this URL", readUrl)
    .option("--json", "Print JSON")
    .action(async (values) => (await load()).waitFor(values));
  command("stop", "Stop an emulator as Ctrl-C does, and wait until it has ended")
    .option("--all", "Stop all running emulators")
    .option("--json", "Print JSON")
    .action(async (values) => (await load()).stop(values));
  command("logs", "Print the log of a detached emulator")
    .option("--follow", "Keep printing new lines")
    .action(async (values) => (await load()).showLogs(values));
  command("env", 'Print the client\'s variables: eval "$(service-emulator env)"')
    .option("--json", "Print JSON")
    .option("--dotenv", "Print the lines of a .env file")
    .option("--github", 'Print lines for "$GITHUB_ENV"')
    .action(async (values) => (await load()).showEnvironment(values));
}

export function addConfig(program: Command): void {
  const config = program.command("config").description("Show the options that start would use");
  const print = config
    .command("print", { isDefault: true })
    .description("Print each option, its value and its source (the default)");
  withOptions(print, [...startOptions(), configOption()]).action(async (_, command: Command) => {
    const file = await configure(command);
    const { printConfig } = await import("../actions/config-print.ts");
    printConfig(command, file, command.opts<{ json?: boolean }>().json ?? false);
  });
}
