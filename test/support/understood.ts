import type { Command } from "commander";
import { createProgram } from "../../src/cli/program.ts";

/** Parses lines of words as the program does, and does nothing. @returns the commands that would have run */
export function understood(lines: readonly string[]): string[] {
  const program = createProgram();
  const quiet = (command: Command) => {
    command.exitOverride().configureOutput({ writeErr: () => {} });
    command.commands.forEach(quiet);
  };
  quiet(program);
  const done: string[] = [];
  const hook = (command: Command) => {
    command.action(() => void done.push(command.name()));
    command.commands.forEach(hook);
  };
  program.commands.forEach(hook);
  for (const line of lines) {
    const words = line.replace(/ (?:>>?|\|) .*/, "").match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
    program.parse(
      words.map((word) => word.replaceAll(/['"]/g, "")),
      { from: "user" },
    );
  }
  return done;
}
