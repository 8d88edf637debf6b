import { type Command, Option } from "commander";
import { readDuration, readPort, readUrl } from "../options/values.ts";

/** `status`, `open`, `wait`, `stop`, `logs` and `env`: what is asked of an emulator by whoever started it. */
export function addRunning(program: Command): void {
  const load = () => import("../actions/running.ts");
  const command = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .addOption(
        new Option(
          "--port <number>",
          "Use the emulator on this port (default: the one started in this folder or above)",
        ).argParser(readPort),
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
    .addOption(new Option("--url <url>", "Wait for the emulator at this URL").argParser(readUrl))
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
