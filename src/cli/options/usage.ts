import { Command, type ErrorOptions } from "commander";
import { oneLine } from "../terminal/terminal.ts";

interface Unknown {
  readonly word: string;
  readonly known: readonly string[];
  /** Of commands: those that only have others below them. */
  readonly groups?: readonly string[];
}

export class UsageError extends Error {
  readonly command: string;
  /** Whether the message says what is accepted. */
  readonly isWhole: boolean;
  readonly unknown: Unknown | undefined;

  constructor(
    command: Command,
    message: string,
    { isWhole = false, unknown }: { readonly isWhole?: boolean; readonly unknown?: Unknown } = {},
  ) {
    super(oneLine(message));
    this.command = pathOf(command);
    this.isWhole = isWhole;
    this.unknown = unknown;
  }
}

/** Mistakes of which Commander, or the reader of the value, says what is accepted. */
const whole: ReadonlySet<string | undefined> = new Set([
  "commander.invalidArgument",
  "commander.excessArguments",
]);

/** A command that throws what is wrong with its words in place of telling it. */
export class ThrowingCommand extends Command {
  constructor(name?: string) {
    super(name);
    this.hook("preSubcommand", () => this.#requireCommand());
  }

  override createCommand(name?: string): ThrowingCommand {
    return new ThrowingCommand(name);
  }

  /** @throws UsageError always */
  override error(message: string, { code }: ErrorOptions = {}): never {
    throw new UsageError(this, message.replace(/^error: /, ""), { isWhole: whole.has(code) });
  }

  /** What Commander calls for an option that it does not know. @throws UsageError always */
  unknownOption(flag: string): never {
    const unknown = { word: flag, known: flagsOf(this) };
    throw new UsageError(this, `unknown option '${flag}'`, { unknown });
  }

  /** The same for a command. What is none of the program's comes to its default one. @throws UsageError always */
  unknownCommand(word = this.args[0] ?? ""): never {
    const commands = this.createHelp().visibleCommands(this);
    const namesOf = (some: readonly Command[]) => some.map((command) => command.name());
    const groups = namesOf(commands.filter((command) => command.commands.length > 0));
    const unknown = { word, known: namesOf(commands), groups };
    throw new UsageError(this, `unknown command '${word}'`, { unknown });
  }

  /** @throws UsageError where there is no such */
  commandOf([word = "-", ...others]: readonly string[]): Command {
    if (this.commands.length === 0 || word.startsWith("-")) return this;
    if (word === "help") return this.commandOf(others);
    const found = this.commands.find((each) => each.name() === word);
    return found instanceof ThrowingCommand ? found.commandOf(others) : this.unknownCommand(word);
  }

  /** A word that is none of its commands is no argument of its default one. */
  #requireCommand(): void {
    const [word = "-"] = this.args;
    const isOne = this.commands.some((each) => each.name() === word);
    if (!isOne && !word.startsWith("-")) this.unknownCommand(word);
  }
}

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

/** Those of the commands above may be given, too; not those of `start`, which the program's help shows as its own. */
const flagsOf = (command: Command): string[] => [
  ...command.options.flatMap(({ long }) => long ?? []),
  ...(command.parent === null ? ["--help"] : flagsOf(command.parent)),
];

/** With what may be meant, else with `advice` unless it says itself what is accepted. */
export async function usageText({ message, isWhole, unknown }: UsageError, advice?: string) {
  const meant = unknown && (await nearestTo(unknown));
  if (meant !== undefined) return `${message}: did you mean ${meant}?`;
  return isWhole || advice === undefined ? message : `${message}: ${advice}`;
}

/** What one letter means in other programs. This one has no short flags but -h and -V. */
const shortFlags: Readonly<Record<string, string>> = {
  "-c": "--config",
  "-d": "--detach",
  "-f": "--fixtures",
  "-j": "--json",
  "-o": "--output",
  "-p": "--port",
  "-q": "--quiet",
  "-v": "--version",
};

/** The dashes are no likeness. */
async function nearestTo({ word, known, groups }: Unknown): Promise<string | undefined> {
  if (groups !== undefined) {
    const { meantCommand } = await import("./meant-command.ts");
    return meantCommand(word, known, groups);
  }
  const long = shortFlags[word];
  if (long !== undefined && known.includes(long)) return long;
  const { nearest } = await import("../../world/name-match.ts");
  const byName = new Map(known.map((each) => [each.replace(/^--/, ""), each]));
  return byName.get(nearest(word.replace(/^--?/, ""), byName.keys()) ?? "");
}
