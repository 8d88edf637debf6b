import type { Command } from "commander";
import { helpWidth } from "../terminal/terminal.ts";
import { wrapped } from "../terminal/texts.ts";

/** The commands by what one wants to do: each stands in one group, and a test holds that. */
export const commandGroups: readonly (readonly [title: string, names: string])[] = [
  ["Start here", "start exam exec explore scenario faults requests init"],
  ["Run it", "status wait stop logs open env config completion"],
  [
    "Test with it",
    "report clock expect limits reset revisions upgrade drift compare sandbox settings",
  ],
  ["Shape the data", "generate seed record state keys tokens"],
  [
    "Messages",
    "campaigns flows template outbox confirmations conversations deliveries trigger listen rates",
  ],
  ["Look up", "docs routes truth openapi mcp help"],
];

/** The commands that do something, by all of their words; those that only hold others are left out. */
export function commandsIn(parent: Command, before: readonly string[] = []): [string, Command][] {
  return parent.commands.flatMap((command): [string, Command][] => {
    const words = [...before, command.name()];
    const inner = commandsIn(command, words);
    const acts = inner.length === 0 || command.registeredArguments.length > 0;
    return [...(acts ? [[words.join(" "), command] as [string, Command]] : []), ...inner];
  });
}

/** What the program without a command takes, and is asked for most. The help of `start` has all of them. */
const shownOptions = ["--port", "--fixtures", "--rate-limits", "--version"];

/** The first page of help: it fits a screen. The first group has a line for each command, the others one for all. */
export function rootHelp(program: Command): string {
  const [[title, first] = ["", ""], ...others] = commandGroups;
  const named = (name: string) => program.commands.find((each) => each.name() === name);
  const helper = program.createHelp();
  const options = [...(named("start")?.options ?? []), ...helper.visibleOptions(program)]
    .filter(({ long }) => shownOptions.includes(long ?? ""))
    .map(({ flags, description }): Row => [flags, description]);
  const shown = first.split(" ").map((name): Row => [name, named(name)?.description() ?? ""]);
  const more = others.map(([group, names]): Row => [group, names.split(" ").join(", ")]);
  return page([
    usageOf(program),
    section(title, shown),
    section("More commands", more),
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
  const rowsBelow = (name: string): Row[] =>
    all
      .filter(([words]) => words === name || words.startsWith(`${name} `))
      .map(([words, command]) => [words, command.description()]);
  const sections = commandGroups.map(([title, names]) =>
    section(title, names.split(" ").flatMap(rowsBelow)),
  );
  return page([usageOf(program), ...sections]);
}

type Row = readonly [term: string, description: string];

const page = (sections: readonly string[]): string => `${sections.join("\n\n")}\n`;

const usageOf = (program: Command): string =>
  `Usage: ${program.name()} ${program.usage()}\n\n${program.description()}`;

function section(title: string, rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([term]) => term.length));
  const lines = rows.flatMap(([term, text]) =>
    wrapped(text, helpWidth() - width - 4).map(
      (line, index) => `  ${(index === 0 ? term : "").padEnd(width)}  ${line}`,
    ),
  );
  return [`${title}:`, ...lines].join("\n");
}
