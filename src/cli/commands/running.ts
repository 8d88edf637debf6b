import { type Command, Option } from "commander";
import { readDuration, readPort, readUrl } from "../options/values.ts";

/** `status`, `wait`, `stop`, `logs` and `env`: what is asked of an emulator by whoever started it. */
export function addRunning(program: Command): void {
  const load = () => import("../actions/running.ts");
  const command = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .addOption(
        new Option(
          "--port <number>",
          "the one on this port (default: the one that was started in this folder, or above)",
        ).argParser(readPort),
      );
  command("status", "the emulators that run here; exit code 3 if none does")
    .option("--json", "print JSON")
    .action(async (values) => (await load()).showStatus(values));
  command("wait", "wait until one is ready")
    .option("--timeout <duration>", "no longer than this", readDuration, "30s")
    .addOption(new Option("--url <url>", "the one that answers there").argParser(readUrl))
    .option("--json", "print JSON")
    .action(async (values) => (await load()).waitFor(values));
  command("stop", "end one as Ctrl-C does, and wait until it is gone")
    .option("--all", "all that run here")
    .option("--json", "print JSON")
    .action(async (values) => (await load()).stop(values));
  command("logs", "what a detached one has printed")
    .option("--follow", "and what it prints from now on")
    .action(async (values) => (await load()).showLogs(values));
  command("env", 'what a client needs: eval "$(service-emulator env)"')
    .option("--json", "print JSON")
    .action(async (values) => (await load()).showEnvironment(values));
}
