import type { Argument, Command, Option } from "commander";
import { writeOut } from "../terminal/terminal.ts";

/** Prints what may stand in the place of the last word, one a line. Nothing: the shell offers files. */
export async function complete(program: Command, words: readonly string[]): Promise<void> {
  const typed = words.slice(0, -1);
  const begun = words.at(-1) ?? "";
  // After -- comes somebody else's command.
  if (typed.includes("--")) return;
  const place = placeOf(program, typed);
  const all = await (place.open === undefined
    ? wordsOf(program, place, begun)
    : valuesOf(place.open, begun));
  const found = [...new Set(all)].filter((each) => each.startsWith(begun));
  if (found.length > 0) writeOut(`${found.join("\n")}\n`);
}

interface TypedSoFar {
  readonly command: Command;
  readonly given: number;
  /** The option whose value comes next. */
  readonly open?: Option | undefined;
}

function placeOf(program: Command, typed: readonly string[]): TypedSoFar {
  let place: TypedSoFar = { command: program, given: 0 };
  for (const word of typed) {
    const { command, given, open } = place;
    const option = optionsOf(program, command).find(
      ({ long, short }) => word === long || word === short,
    );
    const child = given === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (open !== undefined) place = { command, given };
    else if (word.startsWith("-"))
      place = { command, given, open: option?.required || option?.optional ? option : undefined };
    else if (child !== undefined) place = { command: child, given: 0 };
    else place = { command, given: given + 1 };
  }
  return place;
}

/** The program without a command is `start`. */
function optionsOf(program: Command, command: Command): readonly Option[] {
  if (command !== program) return command.options;
  const start = program.commands.find((each) => each.name() === "start");
  return [...(start?.options ?? []), ...program.options];
}

async function wordsOf(program: Command, { command, given }: TypedSoFar, begun: string) {
  if (begun.startsWith("-")) {
    const options = optionsOf(program, command).filter(({ hidden }) => !hidden);
    return [...options.map(({ long }) => long ?? ""), "--help"];
  }
  if (command.commands.length > 0 && given === 0) {
    const commands = program.createHelp().visibleCommands(command);
    return commands.map((each) => each.name());
  }
  const { registeredArguments: places } = command;
  const place = places[given] ?? (places.at(-1)?.variadic ? places.at(-1) : undefined);
  return place === undefined ? [] : valuesOf(place, begun);
}

/** What an option or argument takes: its choices, or names that are known without an emulator. */
async function valuesOf(taker: Option | Argument, begun: string): Promise<readonly string[]> {
  if (taker.argChoices !== undefined) return taker.argChoices;
  switch ("attributeName" in taker ? taker.attributeName() : taker.name()) {
    case "operation":
      return operationIds(begun);
    case "area":
      return [...new Set((await operations()).map(({ area }) => area))];
    case "scenario":
      return (await import("../../scenarios/read.ts")).shippedScenarios();
    case "fixtures":
      return (await import("../../seeding/shipped.ts")).shippedSeeds;
    default:
      return [];
  }
}

async function operations() {
  const { wholeApi } = await import("../../areas/index.ts");
  return [...wholeApi().operations.values()];
}

/** With `-` in place of `_` where that is how they are typed: both are understood. */
async function operationIds(begun: string): Promise<string[]> {
  const ids = (await operations()).map(({ id }) => id);
  if (begun.includes("_") || !begun.includes("-")) return ids;
  return [...ids, ...ids.map((id) => id.replaceAll("_", "-"))];
}

/** They hand over what was typed and offer what comes back: none knows a command, or grows old. Nothing: files. */
const scripts: Readonly<Record<string, string>> = {
  bash: `_service_emulator() {
  local IFS=$'\\n' word="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=($(service-emulator complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  if [ "\${#COMPREPLY[@]}" -eq 0 ]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _service_emulator service-emulator
`,
  zsh: `_service_emulator() {
  local -a found
  found=("\${(@f)$(service-emulator complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -a found; else _files; fi
}
compdef _service_emulator service-emulator
`,
  fish: `function __service_emulator_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (service-emulator complete -- $words[2..-1] 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c service-emulator -f -a '(__service_emulator_complete)'
`,
};

export const printScript = (shell: string): void => writeOut(scripts[shell] ?? "");
