import type { Command } from "commander";
import { type CommandHelp, helpOf } from "./examples.ts";

/** Ends the help of every command with examples, what it reads beside its options, and its exit codes. */
export function addHelp(program: Command): void {
  for (const command of program.commands) addTo(command, command.name());
}

function addTo(command: Command, name: string): void {
  const told = helpOf[name];
  if (told !== undefined) command.addHelpText("after", textOf(command, told));
  for (const child of command.commands) addTo(child, `${name} ${child.name()}`);
}

function textOf(command: Command, { examples, notes, codes }: CommandHelp): string {
  const width = Math.max(
    0,
    ...examples.map(([line, remark]) => (remark === undefined ? 0 : line.length)),
  );
  const shown = examples.map(([line, remark]) =>
    remark === undefined ? `  ${prefix}${line}` : `  ${prefix}${line.padEnd(width)}   ${remark}`,
  );
  const parts = [
    ["Examples:", ...shown].join("\n"),
    ...(notes === undefined ? [] : [notes]),
    ...told(command),
    ...codesOf(command, codes),
  ];
  return `\n${parts.join("\n\n")}`;
}

const prefix = "service-emulator ";

/** The variables and members that stand for options. */
function told(command: Command): string[] {
  const names = command.options.flatMap(({ envVar }) => envVar ?? []);
  if (names.length === 0) return [];
  if (command.options.every(({ long }) => long !== "--config")) {
    return [`Variables: ${names.join(", ")}`];
  }
  return [
    [
      "Every option of start is also a variable (--rate-limits: SERVICE_EMULATOR_RATE_LIMITS) and a",
      "field of the config file (rateLimits). A flag beats a variable, a variable beats the file.",
    ].join("\n"),
  ];
}

/** Those of its own, or those of all commands that talk to a running emulator. */
function codesOf(command: Command, own: string | undefined): string[] {
  const talks = command.options.some(({ envVar }) => envVar === "SERVICE_EMULATOR_CONTROL_TOKEN");
  const codes =
    own ?? (talks ? "0 ok, 2 rejected or wrong usage, 3 cannot reach an emulator" : undefined);
  return codes === undefined ? [] : [`Exit codes: ${codes}.`];
}
