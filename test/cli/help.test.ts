import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { commandGroups } from "../../src/cli/actions/root-help.ts";
import { helpOf } from "../../src/cli/examples.ts";
import { addHelp } from "../../src/cli/help.ts";
import { createProgram } from "../../src/cli/program.ts";
import { runHere } from "../support/cli.ts";
import { understood } from "../support/understood.ts";

/** Every command that is shown, by its name and those of its parents. */
function commands(): [string, Command][] {
  const walk = (command: Command, name: string): [string, Command][] => [
    [name, command],
    ...shown(command).flatMap((child) => walk(child, `${name} ${child.name()}`)),
  ];
  const program = createProgram();
  addHelp(program);
  return shown(program).flatMap((command) => walk(command, command.name()));
}

const shown = (command: Command) =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => command.parent === null || each.name() !== "help");

/** The help as it is printed, with all that is added to it. */
function textOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 100 });
  command.outputHelp();
  return text;
}

describe("the help of", () => {
  it.each(commands())("%s says what it is for, shows an example, and fits", (name, command) => {
    const text = textOf(command);
    expect(command.description()).not.toBe("");
    expect(text).toMatch(new RegExp(`Examples:\n  service-emulator ${name}\\b`));
    expect(text.split("\n").filter((line) => line.length > 100)).toEqual([]);
    for (const { description } of [...command.options, ...command.registeredArguments]) {
      expect(description).not.toBe("");
    }
  });

  it("the program fits a screen, and begins with the eight commands that are needed first", async () => {
    const { stdout } = await runHere(["--help"], {}, undefined, 80);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(45);
    const begin = lines.indexOf("Start here:") + 1;
    const first = lines.slice(begin, begin + 8).map((line) => /^ {2}(\w+) {2,}\w/.exec(line)?.[1]);
    expect(first).toEqual(commandGroups[0]?.[1].split(" "));
  });

  it("the program names every command once", () => {
    const names = commandGroups.flatMap(([, each]) => each.split(" "));
    expect(names.toSorted()).toEqual(
      shown(createProgram())
        .map((each) => each.name())
        .toSorted(),
    );
  });

  it("all names every command with those below it", async () => {
    const { stdout } = await runHere(["help", "all"]);
    const missing = commands().filter(
      ([name, command]) => command.commands.length === 0 && !stdout.includes(`\n  ${name}  `),
    );
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it.each([["help faults add"], ["faults help add"], ["faults add --help"]])(
    "a command is printed by %s",
    async (words) => {
      const { code, stdout } = await runHere(words.split(" "));
      expect(code).toBe(0);
      expect(stdout).toContain("Usage: service-emulator faults add [options] [operation]\n");
    },
  );

  it.each([
    ["frobnicate --help", "unknown command 'frobnicate': see service-emulator --help"],
    ["faults lits --help", "unknown command 'lits': did you mean list?"],
    ["help strat", "unknown command 'strat': did you mean start?"],
    ["help faults frobnicate", "unknown command 'frobnicate': see service-emulator faults --help"],
  ])("an unknown command is not another's: %s", async (words, line) => {
    expect(await runHere(words.split(" "))).toEqual({
      code: 2,
      stdout: "",
      stderr: `service-emulator: ${line}\n`,
    });
  });

  it("every command has its examples, and there are none of others", () => {
    expect(Object.keys(helpOf).toSorted()).toEqual(
      commands()
        .map(([name]) => name)
        .toSorted(),
    );
  });

  it("a command that talks to an emulator names its variables and exit codes", async () => {
    const { code, stdout } = await runHere(["clock", "advance", "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Variables: SERVICE_EMULATOR_URL, SERVICE_EMULATOR_CONTROL_TOKEN\n");
    expect(stdout).toContain(
      "Exit codes: 0 ok, 2 rejected or wrong usage, 3 cannot reach an emulator.\n",
    );
  });
});

/** Options that the program does not know would make an example a lie. */
it.each(Object.entries(helpOf))("the examples of %s are understood", (_, { examples }) => {
  const done = understood(examples.map(([line]) => line));
  expect(done).toHaveLength(examples.length);
});
