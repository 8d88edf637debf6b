import { type Command, InvalidArgumentError, Option } from "commander";
import { type PresetName, presetNames, type RuleId, ruleIds } from "../../report/names.ts";
import { readPair, readText } from "./values.ts";

/** How strictly a client is judged, and what of it decides on the exit code. */
export interface VerdictValues {
  readonly preset?: PresetName;
  readonly threshold?: Readonly<Record<string, string>>;
  readonly require?: readonly (RuleId | "all")[];
  readonly minFaultCoverage?: number;
  readonly ratchet?: string;
  readonly allFaultsMet?: boolean;
}

/** Declares them on a command that writes a report card. */
export function judging(command: Command): Command {
  return command
    .addOption(
      new Option("--preset <name>", "how strict the rules are (default: service)").choices(
        presetNames,
      ),
    )
    .option(
      "--threshold <name=value>",
      "another threshold than the preset's, such as attemptsMax=10; repeatable",
      readPair,
    )
    .option(
      "--require <rules>",
      "fail unless these rules passed, such as retry-after,stops, or all that were exercised: all",
      readRules,
    )
    .option(
      "--min-fault-coverage <percent>",
      "fail unless so many pairs of operation and fault were survived",
      readPercent,
    )
    .option("--ratchet <path>", "fail if a fault that was survived before is not now", readText)
    .option("--all-faults-met", "fail if a planned fault met no request");
}

const required = ["all", ...ruleIds] as const;

type Required = (typeof required)[number];

function readRules(text: string, before: readonly Required[] = []): readonly Required[] {
  const told = text.split(",").map((each) => {
    const rule = required.find((id) => id === each.trim());
    if (rule !== undefined) return rule;
    throw new InvalidArgumentError(`Expected ${required.join(", ")}.`);
  });
  return [...before, ...told];
}

function readPercent(text: string): number {
  const percent = Number(text.replace(/%$/, ""));
  if (text.trim() !== "" && percent >= 0 && percent <= 100) return percent;
  throw new InvalidArgumentError("Expected a number from 0 to 100.");
}
