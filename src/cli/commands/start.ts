import type { Command } from "commander";
import { configure, givenTo } from "../options/configure.ts";
import { configOption, option, startOptions, type StartValues } from "../options/start-options.ts";
import type { ThrowingCommand } from "../options/usage.ts";

const readAll = (text: string, before: readonly string[] = []) => [...before, text];

/** `start`, as it is declared: what it does is loaded when it runs. */
export function addStart(program: ThrowingCommand): void {
  const start = program
    .command("start", { isDefault: true })
    .description("Start the emulator (the default command)")
    .allowExcessArguments();
  for (const each of startOptions()) start.addOption(each);
  start.addOption(option("--detach", "Run in the background once it is ready"));
  start.addOption(
    option("--allow-command <command>", "Let the inspector run this command; repeatable", readAll),
  );
  start.addOption(configOption());
  start.action(async (values: StartValues & { detach?: boolean }, command: Command) => {
    const [word] = command.args;
    if (word !== undefined) program.unknownCommand(word);
    await configure(command);
    if (values.detach) {
      const { detach } = await import("../process/detach.ts");
      return detach(process.argv.slice(2), command.opts());
    }
    const module = await import("../actions/start.ts");
    await module.start(command.opts(), givenTo(command).sourceOf);
  });
}
