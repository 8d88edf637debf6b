import { Option } from "commander";
import { startOptions } from "./start-options.ts";
import { readDuration, readPair } from "./values.ts";

/** What an emulator that is there for one command has no use for, whatever runs the command. */
const neverUsed = ["ready-file", "watch"];

/** What of the options of `start` exec alone takes: elsewhere a scenario or an exploration decides. */
const ofExec = new Set(
  (
    "port host allowed-hosts export-on-exit frozen-at data-dir fsync steal-lock control-token " +
    "demo-keys open-reads rate-limits"
  ).split(" "),
);

/** Whether an option of `start` shapes the emulator of exec, explore and scenario run alike. */
const isShared = (name: string): boolean => !ofExec.has(name) && !neverUsed.includes(name);

/** The options of `start` that shape it there. */
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

/** Where each run of a command has its place, for what runs it several times. */
export const placeOptions = (): Option[] => [
  new Option("--own-home", "Give each run a HOME of its own, empty"),
  new Option("--copy-cwd", "Run each time in a copy of the working folder"),
];

/** What exec takes beside them. */
export const execOptions = (): Option[] => startOptions().filter((each) => ofExec.has(each.name()));

/** By their names in the library, those that say nothing to an emulator that runs already, and to none of another kind. */
export const shapingNames = (): string[] =>
  commandOptions()
    .filter((each) => !ofRun.has(each.name()))
    .map((each) => each.attributeName());

const ofRun = new Set(["env", "timeout", "skip-waits", "json", "log-format", "quiet", "force"]);
