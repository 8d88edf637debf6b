import type { Argument, Command, Option } from "commander";
import { writeOut, Failure } from "../terminal/terminal.ts";

/** Prints what may stand in the place of the last word, one a line. Nothing: the shell offers files. */
export async function complete(program: Command, words: readonly string[]): Promise<void> {
  const found = await candidates(program, words);
  if (found.length > 0) writeOut(`${found.join("\n")}\n`);
}

/**
 * What may stand in the place of the last word, as the declared commands have it.
 *
 * @param words what was typed after the program's name, the last of it only begun
 */
async function candidates(program: Command, words: readonly string[]): Promise<string[]> {
  const typed = words.slice(0, -1);
  const begun = words.at(-1) ?? "";
  // After -- comes somebody else's command.
  if (typed.includes("--")) return [];
  const { command, given, open } = placeOf(program, typed);
  const all =
    open === undefined
      ? await wordsOf(program, command, given, begun)
      : await valuesOf(open, begun);
  return [...new Set(all)].filter((each) => each.startsWith(begun));
}

interface TypedSoFar {
  readonly command: Command;
  /** How many words were given by position. */
  readonly given: number;
  /** The option whose value comes next. */
  readonly open: Option | undefined;
}

/** Follows what was typed from command to command. */
function placeOf(program: Command, typed: readonly string[]): TypedSoFar {
  let place: TypedSoFar = { command: program, given: 0, open: undefined };
  for (const word of typed) {
    const { command, given, open } = place;
    const option = optionsOf(program, command).find(
      ({ long, short }) => word === long || word === short,
    );
    const child = given === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (open !== undefined) place = { command, given, open: undefined };
    else if (word.startsWith("-")) {
      place = { command, given, open: option?.required || option?.optional ? option : undefined };
    } else if (child !== undefined) place = { command: child, given: 0, open: undefined };
    else place = { command, given: given + 1, open: undefined };
  }
  return place;
}

/** The program without a command is `start`. */
const optionsOf = (program: Command, command: Command): readonly Option[] =>
  command === program
    ? [
        ...(program.commands.find((each) => each.name() === "start")?.options ?? []),
        ...program.options,
      ]
    : command.options;

async function wordsOf(
  program: Command,
  command: Command,
  given: number,
  begun: string,
): Promise<readonly string[]> {
  if (begun.startsWith("-")) {
    const options = optionsOf(program, command).filter(({ hidden }) => !hidden);
    return [...options.map(({ long }) => long ?? ""), "--help"];
  }
  if (command.commands.length > 0 && given === 0) {
    return program
      .createHelp()
      .visibleCommands(command)
      .map((each) => each.name());
  }
  const { registeredArguments: places } = command;
  const place = places[given] ?? (places.at(-1)?.variadic ? places.at(-1) : undefined);
  return place === undefined ? [] : valuesOf(place, begun);
}

/** What an option or argument takes: its choices, or names that are known without an emulator. */
async function valuesOf(taker: Option | Argument, begun: string): Promise<readonly string[]> {
  if (taker.argChoices !== undefined) return taker.argChoices;
  const kind = kindOf(taker);
  if (kind === "operation") return operationIds(begun);
  if (kind === "area") return areas();
  if (kind === "scenario") return (await import("../../scenarios/read.ts")).shippedScenarios();
  if (kind === "fixtures") return (await import("../../seeding/shipped.ts")).shippedSeeds;
  return [];
}

/** An option is known by its name, an argument by its own. */
const kindOf = (taker: Option | Argument): string =>
  "attributeName" in taker && typeof taker.attributeName === "function"
    ? taker.attributeName()
    : taker.name();

/** With `-` in place of `_` where that is how they are typed: both are understood. */
async function operationIds(begun: string): Promise<string[]> {
  const { wholeApi } = await import("../../areas/index.ts");
  const ids = [...wholeApi().operations.keys()];
  return begun.includes("_") ? ids : [...ids, ...(begun.includes("-") ? dashed(ids) : [])];
}

const dashed = (ids: readonly string[]): string[] => ids.map((id) => id.replaceAll("_", "-"));

async function areas(): Promise<string[]> {
  const { wholeApi } = await import("../../areas/index.ts");
  return [...new Set([...wholeApi().operations.values()].map(({ area }) => area))];
}

/**
 * One for each shell, all of the same make: they hand over what was typed and offer what comes back, so
 * that no script knows a command, and none grows old. Where nothing comes back, files are offered.
 */
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

export function printScript(shell: string): void {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined)
    throw new Failure(`shell: expected bash, zsh or fish, not '${shell}'`, 2);
  writeOut(script);
}
