import { helpOf, programHelp } from "./src/cli/examples.ts";
import { commandsIn } from "./src/cli/actions/root-help.ts";
import { createProgram } from "./src/cli/program.ts";
import { version } from "./src/version.ts";

/** A text as roff takes it: a dash stays a dash, and no line begins with a request. */
const plain = (text: string): string =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll(/^([.'])/gm, "\\&$1");

const item = (term: string, text: string): string =>
  `.TP\n.B ${plain(term).replaceAll('"', "\\(dq")}\n${plain(text)}`;

const section = (title: string, ...parts: readonly string[]): string =>
  [`.SH ${title}`, ...parts].join("\n");

/** The manual page of the command, printed from what is declared. */
export function manualPage(): string {
  const program = createProgram();
  const start = program.commands.find((each) => each.name() === "start");
  const examples = [programHelp, helpOf["exec"], helpOf["scenario run"]].flatMap(
    (help) => help?.examples ?? [],
  );
  return `${[
    `.TH SERVICE\\-EMULATOR 1 "" "service\\-emulator ${version}"`,
    section("NAME", `service\\-emulator \\- ${plain(program.description())}`),
    section(
      "SYNOPSIS",
      ".B service\\-emulator\n[start] [options]\n.br\n.B service\\-emulator\n<command> [options]",
    ),
    section(
      "DESCRIPTION",
      "Starts an emulator of the service on loopback, runs clients against it, and grades them.",
      "Without a command, it is start.",
    ),
    section(
      "COMMANDS",
      ...commandsIn(program).map(([words, command]) => item(words, command.description())),
    ),
    section(
      "OPTIONS OF START",
      ...(start?.options ?? []).map(({ flags, description }) => item(flags, description)),
    ),
    section(
      "ENVIRONMENT",
      plain(
        "Every option of start is a variable, too: --rate-limits is SERVICE_EMULATOR_RATE_LIMITS.",
      ),
    ),
    section("EXIT STATUS", plain(programHelp.codes ?? "")),
    section(
      "EXAMPLES",
      ...examples.map(([line]) => `.PP\n.nf\nservice\\-emulator ${plain(line)}\n.fi`),
    ),
    section("SEE ALSO", "service\\-emulator help all, and the folder docs of the package."),
  ].join("\n")}\n`;
}
