import { type Command, Option } from "commander";
import { controlled } from "../options/command-options.ts";
import { readCount, readDuration, readPort, readText, readWebhook } from "../options/values.ts";
import { readAll, readWhole } from "../options/values.ts";
import { declared, withOptions } from "../options/declared.ts";
import { configured } from "../options/configure.ts";
import { configOption, startOptions } from "../options/start-options.ts";

export const addGenerate = (program: Command): Command =>
  program
    .command("generate")
    .description("Generate a fixture of believable profiles, events and more")
    .option("--profiles <number>", "Number of profiles (default: a tenth of the events)", readCount)
    .option("--events <number>", "Number of events (default: ten times the profiles)", readCount)
    .option("--objects <number>", "Number of objects (default: a tenth of the profiles)", readCount)
    .option("--templates <number>", "Number of templates (default: 4)", readCount)
    .option("--images <number>", "Number of images (default: 4)", readCount)
    .option("--webhook <url>", "Add a webhook that calls this URL", readWebhook)
    .option("--seed <number>", "Seed; the same seed generates the same profiles", readWhole, 1)
    .requiredOption("--output <path>", "Write to this folder, or .yaml or .json file", readText)
    .option("--force", "Overwrite files that another program wrote")
    .option("--json", "Print JSON")
    .action(async (values) => (await import("../actions/fixtures.ts")).generate(values));

export function addSeed(program: Command): void {
  const seed = controlled(program, "seed", "Add fixture files to a running emulator")
    .argument("<files...>", "YAML or JSON fixtures; all are added, or none")
    .action(async (files, values) => (await import("../actions/fixtures.ts")).seed(files, values));
  seed
    .command("import")
    .description("Convert saved pages or recordings of an account into a fixture")
    .argument(
      "<pages...>",
      "Files with { data, included }, HAR, cassettes, .http, or folders of these",
    )
    .requiredOption("--output <path>", "Write to this folder, or .yaml or .json file", readText)
    .option("--force", "Overwrite files that another program wrote")
    .action(async (pages, _, self: Command) =>
      (await import("../actions/fixtures.ts")).seedImport(pages, self.optsWithGlobals()),
    );
}

export const addInit = (program: Command): Command =>
  program
    .command("init")
    .description("Create a config, a fixture and a scenario to start from")
    .argument("[folder]", "Folder to create them in", ".")
    .option("--force", "Overwrite existing files")
    .option("--json", "Print JSON")
    .action(async (folder, values) => (await import("../actions/init.ts")).init(folder, values));

export const addRecord = (program: Command): Command =>
  program
    .command("record")
    .description("Run a command against the real service, and record it without secrets")
    .argument("[command...]", "Command to run, after --")
    .requiredOption("--to <folder>", "Write recording.har into this folder", readText)
    .option("--intercept <host>", "Record what the command sends to this host", readText)
    .option("--target <url>", "Pass what is sent to SERVICE_EMULATOR_URL to this service", readText)
    .option(
      "--timeout <duration>",
      "Stop the command after this long, with exit code 124",
      readDuration,
    )
    .action(async (command, values) =>
      (await import("../actions/record.ts")).record(command, values),
    );

/** The options of `start` that say how the emulator responds. */
const shaping = new Set(
  (
    "fixtures profiles events seed auth-scheme bad-key-status consistency processing-delay vendor-name quirks " +
    "revision-life state"
  ).split(" "),
);

export function addCompare(program: Command): void {
  const compare = program
    .command("compare")
    .description("Replay recordings of the service, and show where the emulator differs")
    .argument("<recordings...>", "HAR, cassettes (YAML, JSON), .http files, and folders of them");
  const own = declared(
    `
  --strict  Fail on differences of values, too
  --no-assume  Start from the fixtures, without what the recording reads
  --report <path>  Write the result as HTML, JUnit, Markdown or JSON, by the name's ending; repeatable
  --ratchet <path>  Fail only on differences that are not in this file
  --write-quirks <path>  Write the differences as quirks to this file
  --force  Overwrite files that another program wrote
  --json  Print JSON`,
    { report: readAll },
  );
  const options = startOptions().filter((each) => shaping.has(each.name()));
  withOptions(compare, [...own, ...options, configOption()]);
  configured(compare, async () => (await import("../actions/compare.ts")).compareCommand);
}

export const addListen = (program: Command): Command =>
  program
    .command("listen")
    .description("Receive deliveries: print them, check their signatures, forward them")
    .option("--port <number>", "Listen on this port; 0 picks any free port", readPort, 4020)
    .addOption(
      new Option("--secret <secret>", "secret_key of the webhook, to check signatures")
        .env("SERVICE_EMULATOR_WEBHOOK_SECRET")
        .argParser(readText),
    )
    .option("--forward-to <url>", "Forward each delivery, and answer what this URL answers")
    .option("--json", "Print JSON lines")
    .action(async (values) => (await import("../actions/listen.ts")).listen(values));
