import { type Command, InvalidArgumentError, Option } from "commander";
import { type PresetName, presetNames, type RuleId, ruleIds } from "../../report/names.ts";
import { readPair, readSome, readText } from "./values.ts";

/** How strictly a client is judged, and what of it decides on the exit code. */
export interface VerdictValues {
  readonly preset?: PresetName;
  readonly threshold?: Readonly<Record<string, string>>;
  readonly require?: readonly (RuleId | "all")[];
  readonly minFaultCoverage?: number;
  readonly ratchet?: string;
  readonly allFaultsMet?: boolean;
  readonly force?: boolean;
}

/** Declares them on a command that writes a report card. */
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
