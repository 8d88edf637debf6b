import { type Command, InvalidArgumentError, type Option } from "commander";
import { commandOptions, placeOptions, controlOptions } from "../options/command-options.ts";
import { declared, withOptions } from "../options/declared.ts";
import { configured } from "../options/configure.ts";
import { configOption } from "../options/start-options.ts";
import { readDuration, readNames, readOperation } from "../options/values.ts";
import { oracleNames, testLanguages } from "../../explore/names.ts";
import { silentFaults } from "./fault-options.ts";

export function addExplore(program: Command): void {
  const explore = program
    .command("explore")
    .description("Find the faults that break a command")
    .argument("[command...]", "Command to run, after --");
  const options = [...runOptions(), ...placeOptions(), configOption(), ...searchOptions()];
  const load = async () => (await import("../actions/explore/explore.ts")).exploreCommand;
  configured(withOptions(explore, options), load);
  const merge = explore
    .command("merge")
    .description("Put the parts of an exploration together that were run with --shard")
    .argument("<folders...>", "Output folders, or their explore.json");
  withOptions(
    merge,
    declared(`
  --output <folder>  Write the whole to this folder
  --force  Overwrite files that another program wrote
  --json  Print JSON`),
  ).action(async (parts: readonly string[], _: object, self: Command) =>
    (await import("../actions/explore/merge.ts")).mergeExplored(parts, self.optsWithGlobals()),
  );
}

/** What runs a command often waits less long for each run. */
function runOptions(): Option[] {
  const options = commandOptions();
  options.find((each) => each.name() === "timeout")?.default("30s");
  return options;
}

const searchOptions = (): Option[] =>
  declared(
    `
  --budget <duration>  Stop after this long, or after this many runs (default: 5m)
  --soak <duration>  In place of --budget: go on for this long, with several faults in a run that are drawn at random
  --probability <kind=number>  With --soak: the probability with which each call meets this kind, such as 429=0.02; repeatable
  --only <names>  Only faults on these operations, or of these kinds, such as 'reset*'
  --include <kinds>  Add faults that no client can notice: ${silentFaults}; and page-loops, pages without an end
  --must-survive <names>  What must not end the command with an error: statuses, reset, timeout; none (default: 429,503,reset,timeout)
  --depth <number>  Maximum faults in a schedule (default: 2)
  --oracles <names>  What to judge a run by: ${oracleNames.join(", ")} (default: all)
  --check <command>  Test the state with this command after each run that has ended well
  --jobs <number>  Runs side by side (default: two for each processor)
  --confirm <number>  How often a defect is run again, at most (default: 10)
  --shard <part/of>  Only this part of the schedules, such as 1/4
  --output <folder>  Write what was found to this folder, with a scenario for each defect
  --test-language <name>  Language of the tests of defects (default: the command's)
  --resume  Go on where the exploration in --output ended
  --changed  Try what the last run in --output did not survive, or has not tried
  --ratchet <path>  Fail if a fault that was handled before is not handled now`,
    { budget: readBudget, only: readOnly, oracles: readOracles, number: readNumber },
    { testLanguage: (option) => option.choices(testLanguages) },
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
    .argument("[command...]", "Command to run, after --");
  const own = declared(
    `
  --to <revision>  The revision to go to, such as 2026-07-15
  --journal  Look at the requests of a running emulator
  --recording <path>  Look at the requests of a recording: HAR, cassettes, .http`,
    {},
    { to: (option) => option.makeOptionMandatory() },
  );
  const control = controlOptions().filter((each) => each.name() !== "json");
  withOptions(upgrade, [...own, ...runOptions(), ...control, configOption()]);
  configured(upgrade, async () => (await import("../actions/upgrade.ts")).upgradeCommand);
}
