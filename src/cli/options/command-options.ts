import { Option, type Command, InvalidArgumentError } from "commander";
import { startOptions, option } from "./start-options.ts";
import { readDuration, readPair, readUrl, readWord, readSome, readText } from "./values.ts";
import { type PresetName, presetNames, type RuleId, ruleIds } from "../../report/names.ts";

const neverUsed = ["ready-file", "watch"];

/** What of the options of `start` exec alone takes: elsewhere a scenario or an exploration decides. */
const ofExec = new Set(
  (
    "port host allowed-hosts export-on-exit frozen-at data-dir fsync steal-lock control-token " +
    "demo-keys open-reads rate-limits"
  ).split(" "),
);

const isShared = (name: string): boolean => !ofExec.has(name) && !neverUsed.includes(name);

export const sharedOptions = (): Option[] => startOptions().filter((each) => isShared(each.name()));

/** What exec, explore and scenario run take alike: of the emulator that they start, and of the command that they run. */
export const commandOptions = (): Option[] => [
  ...sharedOptions(),
  new Option(
    "--env <name=what>",
    "Set this variable to url, key, company-id, auth-scheme or ca-file; repeatable",
  ).argParser(readPair),
  new Option(
    "--timeout <duration>",
    "Stop the command after this long, with exit code 124",
  ).argParser(readDuration),
  new Option("--skip-waits", "Let waits in Node, Python and Ruby take no time"),
];

export const placeOptions = (): Option[] => [
  new Option("--own-home", "Give each run a HOME of its own, empty"),
  new Option("--copy-cwd", "Run each time in a copy of the working folder"),
];

export const execOptions = (): Option[] => startOptions().filter((each) => ofExec.has(each.name()));

/** By their names in the library, those that shape an emulator: they say nothing to one that runs already. */
export const shapingNames = (): string[] =>
  commandOptions()
    .filter((each) => !ofRun.has(each.name()))
    .map((each) => each.attributeName());

const ofRun = new Set(["env", "timeout", "skip-waits", "json", "log-format", "quiet", "force"]);

export const controlOptions = (): Option[] => [
  option(
    "--url <url>",
    "URL of the emulator (default: the one started in this folder or above)",
    readUrl,
  ),
  new Option("--token <token>", "Control token, if the emulator requires one")
    .env("SERVICE_EMULATOR_CONTROL_TOKEN")
    .argParser(readWord),
  new Option("--json", "Print JSON"),
];

/**
 * Declares a command that talks to a running emulator. @param isDefault whether those above it do the same when alone
 */
export function controlled(
  parent: Command,
  name: string,
  description: string,
  { isDefault = false }: { readonly isDefault?: boolean } = {},
): Command {
  const told = isDefault ? `${description} (the default)` : description;
  const command = parent.command(name, { isDefault }).description(told);
  for (const each of controlOptions()) command.addOption(each);
  return command;
}

export interface VerdictValues {
  readonly preset?: PresetName;
  readonly threshold?: Readonly<Record<string, string>>;
  readonly require?: readonly (RuleId | "all")[];
  readonly minFaultCoverage?: number;
  readonly ratchet?: string;
  readonly allFaultsMet?: boolean;
  readonly force?: boolean;
}

export function judging(command: Command): Command {
  return command
    .addOption(
      new Option("--preset <name>", "Use the thresholds of this preset")
        .choices(presetNames)
        .default(undefined, "service"),
    )
    .option(
      "--threshold <name=value>",
      "Change a threshold of the preset, such as attemptsMax=10; repeatable",
      readPair,
    )
    .option(
      "--require <rules>",
      "Fail unless these rules pass, such as retry-after,stops; all: every exercised rule",
      readSome(["all", ...ruleIds]),
    )
    .option(
      "--min-fault-coverage <percent>",
      "Fail if fault coverage is below this percentage",
      readPercent,
    )
    .option(
      "--ratchet <path>",
      "Fail if a fault that was handled before is not handled now",
      readText,
    )
    .option("--all-faults-met", "Fail if a planned fault hit no request");
}

function readPercent(text: string): number {
  const percent = Number(text.replace(/%$/, ""));
  if (text.trim() !== "" && percent >= 0 && percent <= 100) return percent;
  throw new InvalidArgumentError("Expected a number from 0 to 100.");
}
