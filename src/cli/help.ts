import type { Command } from "commander";
import { type CommandHelp, helpOf, programHelp } from "./examples.ts";
import { rootHelp } from "./actions/root-help.ts";
import { helpWidth } from "./terminal/terminal.ts";
import { wrapped } from "./terminal/texts.ts";

/** Gives the program a first page, and ends the help of each command with examples, variables and exit codes. */
export function addHelp(program: Command): void {
  program
    .configureHelp({ ...program.configureHelp(), formatHelp: () => rootHelp(program) })
    .addHelpText("after", () => textOf(programHelp));
  for (const command of program.commands) addTo(command, command.name());
}

function addTo(command: Command, name: string): void {
  const told = helpOf[name];
  if (told !== undefined) command.addHelpText("after", () => textOf(told, command));
  for (const child of command.commands) addTo(child, `${name} ${child.name()}`);
}

function textOf({ examples, notes, codes }: CommandHelp, command?: Command): string {
  const parts = [
    ["Examples:", ...linesOf(examples)].join("\n"),
    ...(notes === undefined ? [] : [notes]),
    ...(command === undefined ? [] : variablesOf(command)),
    ...codesOf(codes, command),
  ];
  return `\n${parts.map(paragraph).join("\n\n")}`;
}

/** Lines that are indented stand as they are. */
const paragraph = (text: string): string =>
  text
    .split("\n")
    .flatMap((line) => (line.startsWith(" ") ? [line] : wrapped(line, helpWidth())))
    .join("\n");

const prefix = "  service-emulator ";

/** A remark stands beside its line, under the one before if there is room, else below. */
function linesOf(examples: CommandHelp["examples"]): string[] {
  const lines = examples.map(([line]) => `${prefix}${line}`.trimEnd());
  const remarked = lines.filter((_, index) => examples[index]?.[1] !== undefined);
  const width = Math.max(0, ...remarked.map(({ length }) => length));
  return lines.map((line, index) => {
    const remark = examples[index]?.[1];
    if (remark === undefined) return continued(line);
    const beside = [line.padEnd(width), line].map((each) => `${each}   ${remark}`);
    const below = `${continued(line)}\n      ${remark}`;
    return beside.find(({ length }) => length <= helpWidth()) ?? below;
  });
}

/** A line that is too long for the screen goes on in the next, also for a shell: what is quoted is one word. */
function continued(line: string): string {
  if (line.length <= helpWidth()) return line;
  const [first = "", ...words] = line.match(/ *(?:'[^']*'|\S)+/g) ?? [];
  const lines = [first];
  for (const word of words) {
    const at = lines.length - 1;
    if (`${lines[at]}${word} \\`.length <= helpWidth()) lines[at] += word;
    else lines.push(`     ${word}`);
  }
  return lines.join(" \\\n");
}

/** The variables and members that stand for options. */
function variablesOf({ options }: Command): string[] {
  const names = options.flatMap(({ envVar }) => envVar ?? []);
  if (names.length === 0) return [];
  if (options.every(({ long }) => long !== "--config")) return [`Variables: ${names.join(", ")}`];
  return [
    "Every option of start is also a variable (--rate-limits: SERVICE_EMULATOR_RATE_LIMITS) and a " +
      "field of the config file (rateLimits). A flag beats a variable, a variable beats the file.",
  ];
}

/** Those of its own, or those of all commands that talk to a running emulator. */
function codesOf(own: string | undefined, command?: Command): string[] {
  const talks = command?.options.some(({ envVar }) => envVar === "SERVICE_EMULATOR_CONTROL_TOKEN");
  const shared = talks ? "0 ok, 2 rejected or wrong usage, 3 cannot reach an emulator" : undefined;
  const codes = own ?? shared;
  return codes === undefined ? [] : [`Exit codes: ${codes}.`];
}
