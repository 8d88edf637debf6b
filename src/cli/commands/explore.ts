import { type Command, InvalidArgumentError, Option } from "commander";
import { commandOptions, placeOptions, controlOptions } from "../options/command-options.ts";
import { configured, withOptions } from "./configured.ts";
import { configOption } from "../options/start-options.ts";
import { readDuration, readNames, readOperation, readPair, readText } from "../options/values.ts";
import { oracleNames, testLanguages } from "../../explore/names.ts";
import { silentFaults } from "./fault-options.ts";

export function addExplore(program: Command): void {
  const explore = program
    .command("explore")
    .description("Find the faults that break a command")
    .argument("[command...]", "Command to run, after --");
  withOptions(explore, [...runOptions(), ...placeOptions(), configOption()]);
  const load = async () => (await import("../actions/explore/explore.ts")).exploreCommand;
  configured(searching(explore), load);
  explore
    .command("merge")
    .description("Put the parts of an exploration together that were run with --shard")
    .argument("<folders...>", "Output folders, or their explore.json")
    .option("--output <folder>", "Write the whole to this folder", readText)
    .option("--force", "Overwrite files that another program wrote")
    .option("--json", "Print JSON")
    .action(async (parts: readonly string[], _: object, self: Command) =>
      (await import("../actions/explore/merge.ts")).mergeExplored(parts, self.optsWithGlobals()),
    );
}

/** What runs a command often waits less long for each run. */
function runOptions(): Option[] {
  const options = commandOptions();
  options.find((each) => each.name() === "timeout")?.default("30s");
  return options;
}

const searching = (command: Command): Command =>
  command
    .option(
      "--budget <duration>",
      "Stop after this long, or after this many runs (default: 5m)",
      readBudget,
    )
    .option(
      "--soak <duration>",
      "In place of --budget: go on for this long, with several faults in a run that are drawn at random",
      readDuration,
    )
    .option(
      "--probability <kind=number>",
      "With --soak: the probability with which each call meets this kind, such as 429=0.02; repeatable",
      readPair,
    )
    .option(
      "--only <names>",
      "Only faults on these operations, or of these kinds, such as 'reset*'",
      readOnly,
    )
    .option(
      "--include <kinds>",
      `Add faults that no client can notice: ${silentFaults}; and page-loops, pages without an end`,
      readNames,
    )
    .option(
      "--must-survive <names>",
      "What must not end the command with an error: statuses, reset, timeout; none (default: 429,503,reset,timeout)",
      readNames,
    )
    .option("--depth <number>", "Maximum faults in a schedule (default: 2)", readNumber)
    .option(
      "--oracles <names>",
      `What to judge a run by: ${oracleNames.join(", ")} (default: all)`,
      readOracles,
    )
    .option(
      "--check <command>",
      "Test the state with this command after each run that has ended well",
      readText,
    )
    .option("--jobs <number>", "Runs side by side (default: two for each processor)", readNumber)
    .option(
      "--confirm <number>",
      "How often a defect is run again, at most (default: 10)",
      readNumber,
    )
    .option("--shard <part/of>", "Only this part of the schedules, such as 1/4", readText)
    .option(
      "--output <folder>",
      "Write what was found to this folder, with a scenario for each defect",
      readText,
    )
    .addOption(
      new Option(
        "--test-language <name>",
        "Language of the tests of defects (default: the command's)",
      ).choices(testLanguages),
    )
    .option("--resume", "Go on where the exploration in --output ended")
    .option("--changed", "Try what the last run in --output did not survive, or has not tried")
    .option(
      "--ratchet <path>",
      "Fail if a fault that was handled before is not handled now",
      readText,
    );

const readBudget = (text: string): string => (/^[1-9]\d*$/.test(text) ? text : readDuration(text));

/** A kind may have a comma in it: `429, Retry-After 2`. */
const betweenKinds = /,(?!\s*Retry-After)/i;

const readOnly = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...readNames(text, [], betweenKinds).map((name) =>
    /^[a-z]+(-[a-z*]+)+$/.test(name) ? asMeant(name) : name,
  ),
];

/** Kinds of fault have a - in them, too. */
const asMeant = (name: string): string =>
  /^(close|content)-/.test(name) ? name : readOperation(name);

export function readNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Expected a whole number, 1 or more.");
}

function readOracles(text: string, before: readonly string[] = []): readonly string[] {
  const names = readNames(text);
  const known: readonly string[] = oracleNames;
  if (names.every((name) => known.includes(name))) return [...before, ...names];
  throw new InvalidArgumentError(`Expected ${oracleNames.join(", ")}.`);
}

export function addUpgrade(program: Command): void {
  const upgrade = program
    .command("upgrade")
    .description("Show what of a client breaks with another revision")
    .argument("[command...]", "Command to run, after --")
    .requiredOption("--to <revision>", "The revision to go to, such as 2026-07-15")
    .addOption(new Option("--journal", "Look at the requests of a running emulator"))
    .option("--recording <path>", "Look at the requests of a recording: HAR, cassettes, .http");
  const control = controlOptions().filter((each) => each.name() !== "json");
  withOptions(upgrade, [...runOptions(), ...control, configOption()]);
  configured(upgrade, async () => (await import("../actions/upgrade.ts")).upgradeCommand);
}
