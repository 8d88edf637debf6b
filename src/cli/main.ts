import { type Command, CommanderError } from "commander";
import { looksLikeOurs, readEnvironment, strangeVariables } from "./options/configure.ts";
import { UsageError, usageText } from "./options/usage.ts";
import { Failure, failureOf, tell, terminal } from "./terminal/terminal.ts";
import { createProgram, type Starting } from "./program.ts";
import { compiled, type Keep } from "./process/compiled.ts";

/** The command line as a process of its own. @param keep keeps what was compiled, where that is more than before */
export async function main(argv: readonly string[], keep?: Keep): Promise<void> {
  if (keep !== undefined) compiled.keepBy(keep);
  process.on("uncaughtException", leaveBy);
  // Node takes down what is left by itself, and for ever where what it had asked of a killed child is never answered.
  process.once("beforeExit", (code) => process.exit(code));
  await command(argv);
}

/** Runs one command in the present terminal. Exit codes: 0 ok, 1 not as expected or a mistake of ours, 2 usage, 3 cannot start. */
export async function command(argv: readonly string[]): Promise<void> {
  try {
    const only = onlyCommand(argv);
    await run(argv, only).catch((error: unknown) => {
      // What is wrong with the words is told by what all commands are called.
      if (only === undefined || !(error instanceof UsageError)) throw error;
      return run(argv);
    });
  } catch (error) {
    if (!(error instanceof UsageError)) return leaveBy(error);
    leaveBy(new Failure(await usageText(error, `see ${error.command} --help`), 2));
  }
}

async function run(argv: readonly string[], only?: Starting): Promise<void> {
  const program = createProgram(only);
  readEnvironment(process.env, program);
  await tellOfStrange(program);
  if (showsHelp(argv)) {
    // Whoever asks for the help of a command that there is not is told so, and not shown another's.
    if (argv[2] !== "help") program.commandOf(argv.slice(2));
    (await import("./help.ts")).addHelp(program);
  }
  await program.parseAsync(argv);
}

/** The command that starts an emulator, if no other is meant; whether a variable is one of ours, all of them tell. */
function onlyCommand([, , word = "start", ...words]: readonly string[]): Starting | undefined {
  if (showsHelp([word, ...words]) || looksLikeOurs(process.env)) return undefined;
  if (word === "exec") return "exec";
  return word === "start" || word.startsWith("-") ? "start" : undefined;
}

/** A variable that is none of ours changes nothing: whoever wrote it should know. */
async function tellOfStrange(program: Command): Promise<void> {
  const { strange, known } = strangeVariables(process.env, program);
  if (strange.length === 0) return;
  const { nearest } = await import("../world/name-match.ts");
  for (const name of strange) {
    const meant = nearest(name.toUpperCase(), known, meantMax);
    const advice = meant === undefined ? "see service-emulator --help" : `did you mean ${meant}?`;
    tell(`${name}: unknown variable, ignored: ${advice}`);
  }
}

/** In how many letters a variable may differ: what is before the last part is alike in all. */
const meantMax = 4;

const showsHelp = (argv: readonly string[]): boolean =>
  argv.some((word) => /^(?:-h|--help|help)$/.test(word));

function leaveBy(error: unknown): void {
  if (error instanceof CommanderError) {
    // Help or the version, which was asked for and has been printed.
    terminal().exitCode = 0;
    return;
  }
  const failure = failureOf(error);
  tell(failure.message);
  if (!(error instanceof Failure) && process.env["SERVICE_EMULATOR_DEBUG"] === "1")
    console.error(error);
  terminal().exit(failure.exitCode);
}
