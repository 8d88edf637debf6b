import type { Command } from "commander";
import { commandGroups } from "./command-groups.ts";
import { commandsIn } from "./commands-in.ts";
import { helpWidth } from "../terminal/terminal.ts";
import { wrapped } from "../terminal/texts.ts";

/** What the program without a command takes, and is asked for most. The help of `start` has all of them. */
const shownOptions = ["--port", "--fixtures", "--rate-limits"];

/** The first page of help: it fits a screen. The first group has a line for each command, the others one for all. */
export function rootHelp(program: Command): string {
  const [[title, first] = ["", ""], ...others] = commandGroups;
  const helper = program.createHelp();
  const start = program.commands.find((each) => each.name() === "start");
  const options = [...(start?.options ?? []), ...helper.visibleOptions(program)]
    .filter(({ long }) => shownOptions.includes(long ?? "") || long === "--version")
    .map(({ flags, description }): Row => [flags, description]);
  return page([
    usageOf(program),
    section(title, rowsOf(program, first.split(" "))),
    section(
      "More commands",
      others.map(([group, names]) => [group, names.split(" ").join(", ")]),
    ),
    section("Options of start", options),
    section("Print more", [
      ["service-emulator help all", "Every command, with those below it"],
      ["service-emulator start --help", "Every option of the emulator"],
      ["service-emulator <command> --help", "One command, with examples"],
    ]),
  ]);
}

/** Every command by its group, with those below it. */
export function helpOfAll(program: Command): string {
  const all = commandsIn(program);
  return page([
    usageOf(program),
    ...commandGroups.map(([title, names]) =>
      section(
        title,
        names
          .split(" ")
          .flatMap((name): Row[] =>
            all
              .filter(([words]) => words === name || words.startsWith(`${name} `))
              .map(([words, command]) => [words, command.description()]),
          ),
      ),
    ),
  ]);
}

type Row = readonly [term: string, description: string];

const page = (sections: readonly string[]): string => `${sections.join("\n\n")}\n`;

const usageOf = (program: Command): string =>
  `Usage: ${program.name()} ${program.usage()}\n\n${program.description()}`;

const rowsOf = (program: Command, names: readonly string[]): Row[] =>
  names.map((name) => [
    name,
    program.commands.find((each) => each.name() === name)?.description() ?? "",
  ]);

function section(title: string, rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([term]) => term.length));
  const lines = rows.flatMap(([term, text]) =>
    wrapped(text, helpWidth() - width - 4).map(
      (line, index) => `  ${(index === 0 ? term : "").padEnd(width)}  ${line}`,
    ),
  );
  return [`${title}:`, ...lines].join("\n");
}
