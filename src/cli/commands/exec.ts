import type { Command } from "commander";
import type { ExecValues } from "../exec.ts";
import { sourceOf } from "../source.ts";
import { configure } from "../configure.ts";
import { configOption, startOptions } from "../start-options.ts";
import { readPair, readText } from "../values.ts";

const examples = `
Examples:
  exec -- npm test
  exec --fixtures small --rate-limits off -- pytest
  exec --env BASE_URL=url --env API_KEY=key -- ./run-my-client
  exec --expect 'create-event --times 2 --email ada@example.com' -- npm test
  exec --seed 7 -- sh -c 'curl "$SERVICE_EMULATOR_URL/_emulator/health"'

The command finds the emulator in SERVICE_EMULATOR_URL, and what it needs to ask it in SERVICE_EMULATOR_API_KEY,
SERVICE_EMULATOR_COMPANY_ID and SERVICE_EMULATOR_AUTH_SCHEME. It begins once the data is there; what it leaves running
is ended with it. A summary goes to stderr (--quiet: none; --json: as JSON).
Exit codes: the command's own, 128 and the signal that ended it, 1 if it ended with 0 but an expectation failed,
2 wrong usage, 3 cannot start.`;

/** `exec`, as it is declared: what it does is loaded when it runs. */
export function addExec(program: Command): void {
  const exec = program
    .command("exec")
    .description("run a command against an emulator of its own, on a free port")
    .argument("[command...]", "what to run, after --");
  for (const each of startOptions()) {
    if (each.name() === "port") each.default(0, "any free one");
    if (each.name() !== "ready-file") exec.addOption(each);
  }
  exec.addOption(configOption());
  exec
    .option(
      "--env <name=what>",
      "another variable for the command: url, key, company-id or auth-scheme; repeatable",
      readPair,
    )
    .option(
      "--expect <requests>",
      "fail unless such requests came, such as 'create-event --times 2'; repeatable",
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option("--expect-file <path>", "the same as a YAML list, as in scenarios", readText)
    .action(async (command: readonly string[], _: ExecValues, self: Command) => {
      await configure(self);
      const { exec: run } = await import("../exec.ts");
      return run(command, self.opts<ExecValues>(), (name) => sourceOf(self, name));
    })
    .addHelpText("after", examples);
}
