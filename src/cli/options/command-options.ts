import { type Option, type Command, InvalidArgumentError } from "commander";
import { declared, withOptions } from "./declared.ts";
import { startOptions, withVariable } from "./start-options.ts";
import { readUrl, readSome } from "./values.ts";
import { type PresetName, presetNames, type RuleId, ruleIds } from "../../report/names.ts";

const neverUsed = ["ready-file", "watch"];

/** What of the options of `start` exec alone takes: elsewhere a scenario or an exploration decides. */
const ofExec = new Set(
  (
    "port host allowed-hosts export-on-exit frozen-at data-dir fsync steal-lock control-token " +
    "demo-keys open-reads rate-limits"
  ).split(" "),
);

export const sharedOptions = (): Option[] =>
  startOptions().filter((each) => !ofExec.has(each.name()) && !neverUsed.includes(each.name()));

/** What exec, explore and scenario run take alike: of the emulator that they start, and of the command that they run. */
export const commandOptions = (): Option[] => [
  ...sharedOptions(),
  ...declared(`
  --env <name=what>  Set this variable to url, key, company-id, auth-scheme or ca-file; repeatable
  --timeout <duration>  Stop the command after this long, with exit code 124
  --skip-waits  Let waits in Node, Python and Ruby take no time`),
];

export const placeOptions = (): Option[] =>
  declared(`
  --own-home  Give each run a HOME of its own, empty
  --copy-cwd  Run each time in a copy of the working folder`);

export const execOptions = (): Option[] => startOptions().filter((each) => ofExec.has(each.name()));

/** By their names in the library, those that shape an emulator: they say nothing to one that runs already. */
export const shapingNames = (): string[] =>
  commandOptions()
    .filter((each) => !ofRun.has(each.name()))
    .map((each) => each.attributeName());

const ofRun = new Set(["env", "timeout", "skip-waits", "json", "log-format", "quiet", "force"]);

export const controlOptions = (): Option[] =>
  declared(
    `
  --url <url>  URL of the emulator (default: the one started in this folder or above)
  --token <token>  Control token, if the emulator requires one
  --json  Print JSON`,
    { url: readUrl },
    { url: withVariable, token: (option) => option.env(tokenVariable) },
  );

export const tokenVariable = "SERVICE_EMULATOR_CONTROL_TOKEN";

/** Declares a command that talks to a running emulator. @param isDefault whether those above it do the same when alone */
export function controlled(parent: Command, name: string, does: string, isDefault = false) {
  const told = isDefault ? `${does} (the default)` : does;
  return withOptions(parent.command(name, { isDefault }).description(told), controlOptions());
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

export const judging = (command: Command): Command =>
  withOptions(
    command,
    declared(
      `
  --preset <name>  Use the thresholds of this preset
  --threshold <name=value>  Change a threshold of the preset, such as attemptsMax=10; repeatable
  --require <rules>  Fail unless these rules pass, such as retry-after,stops; all: every exercised rule
  --min-fault-coverage <percent>  Fail if fault coverage is below this percentage
  --ratchet <path>  Fail if a fault that was handled before is not handled now
  --all-faults-met  Fail if a planned fault hit no request`,
      { require: readSome(["all", ...ruleIds]), percent: readPercent },
      { preset: (option) => option.choices(presetNames).default(undefined, "service") },
    ),
  );

function readPercent(text: string): number {
  const percent = Number(text.replace(/%$/, ""));
  if (text.trim() !== "" && percent >= 0 && percent <= 100) return percent;
  throw new InvalidArgumentError("Expected a number from 0 to 100.");
}
