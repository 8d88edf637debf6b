import { Option } from "commander";
import type { EmulatorOptions } from "../../option-types.ts";
import { declared } from "./declared.ts";
import { readConsistency, readCount, readNames, readPort, readWhole } from "./values.ts";
import { readText, readWord } from "./values.ts";

/** The options of the library that are told a command as the library has them. */
type Shared = Pick<
  EmulatorOptions,
  | ("host" | "profiles" | "events" | "state" | "dataDir" | "fsync" | "stealLock" | "rateLimits")
  | ("allowedHosts" | "frozenAt" | "consistency" | "processingDelay" | "webhooksAllow" | "stealth")
  | ("showGuesses" | "allowHeaderFaults" | "controlToken" | "demoKeys" | "openReads" | "otlp")
>;

type Always = Required<
  Pick<
    EmulatorOptions,
    | ("port" | "fixtures" | "seed" | "maxSandboxes" | "authScheme" | "webhooksDelay")
    | ("vendorName" | "revisionLife")
  >
>;

/** Options of these names that may be given, all with such a value. */
export type Told<Name extends string, Value> = { readonly [Each in Name]?: Value };

export interface StartValues
  extends
    Shared,
    Always,
    Told<"config" | "readyFile" | "exportOnExit" | "session", string>,
    Told<"tlsCert" | "tlsKey" | "tlsCaFile", string>,
    Told<"tls" | "force" | "offline" | "strictKeys" | "json" | "quiet" | "watch", boolean>,
    Told<"intercept" | "quirks", readonly string[]> {
  readonly badKeyStatus: "400" | "401";
  readonly logFormat?: LogFormat;
  /** Commands that the inspector may run. Of `start` alone. */
  readonly allowCommand?: readonly string[];
}

export type LogFormat = (typeof logFormats)[number];
const logFormats = ["pretty", "plain", "json"] as const;

/** `--json` is short for the format of that name; whoever names another gets that. */
export const logFormatOf = ({ logFormat, json = false }: StartValues): LogFormat =>
  logFormat ?? (json ? "json" : "pretty");

const defaultPort = 4010;
export const defaultUrl = `http://127.0.0.1:${defaultPort}`;

const demo: readonly string[] = ["demo"];

const lines = `
  --port <number>  Listen on this port; 0 picks any free port
  --host <address>  Listen on this address instead of loopback
  --fixtures <path>  Seed from this fixture file, or demo, small or empty; repeatable
  --profiles <number>  Generate this many profiles instead of the number in the fixtures
  --events <number>  Generate this many events instead of the number in the fixtures
  --seed <number>  Seed for ids, generated data and random choices
  --rate-limits <mode>  Rate limits: real (the default), off, or a multiple such as x10
  --max-sandboxes <number>  Keep this many sandboxes at most
  --auth-scheme <word>  Expect this word before the key in the Authorization header
  --bad-key-status <status>  Status of the response to an unknown key
  --allowed-hosts <names>  Accept these host names in addition to loopback
  --tls  Use https, with a generated certificate for loopback and the allowed hosts
  --tls-cert <path>  Use this PEM certificate (with chain)
  --tls-key <path>  PEM private key for --tls-cert, without a passphrase
  --tls-ca-file <path>  Write the certificate that clients must trust to this file
  --intercept <hosts>  Stand in for these hosts, such as api.example.com, through a proxy
  --offline  With --intercept: refuse requests to all other hosts
  --strict-keys  With --intercept: refuse keys that the emulator does not know
  --force  Overwrite files that another program wrote
  --frozen-at <datetime>  Freeze the clock at this time (ISO 8601)
  --consistency <mode>  Show writes late: immediate, service, or events=30s,segments=5m
  --processing-delay <duration>  Take this long to process jobs, events and subscriptions, such as 500ms
  --webhooks-allow <hosts>  Call these hosts beyond loopback for webhooks and images
  --webhooks-delay <duration>  Collect events for this long before webhooks are called
  --vendor-name <name>  The service's own name in headers, members and webhook topics
  --quirks <names>  Reproduce these mistakes of the service, and the quirks in these files, separated by commas
  --revision-life <life>  Serve all revisions, or retire them by the clock as the service does
  --stealth  Omit the x-emulator-fault header from injected responses
  --show-guesses  Add x-emulator-guess to responses that rest on guesses
  --allow-header-faults  Let a request plan its own fault with x-emulator-fault-plan
  --control-token <token>  Require this token for changes through /_emulator
  --demo-keys  Accept the shipped fixtures' keys beyond loopback, too
  --open-reads  Allow reads of /_emulator without the token beyond loopback
  --otlp <url>  Send traces and metrics to this receiver by OTLP over HTTP, such as http://127.0.0.1:4318
  --json  Print one JSON object per event: ready, then every request
  --log-format <format>  Log format; plain has times, no colours and whole lines
  --quiet  Print only the URL and errors
  --ready-file <path>  Write the ready event to this file when the emulator is ready
  --data-dir <folder>  Store all data and keys in this folder, crash-safe
  --fsync  Sync every write to disk, to survive a power failure (slower)
  --steal-lock  Take over --data-dir if it is unclear whether its emulator still runs
  --state <folder>  Start from this exported state instead of fixtures
  --export-on-exit <folder>  Export the state to this folder on exit
  --session <path>  Write requests, report card and exploration to this file, for open; .html: as a page
  --watch  Restart from the fixtures when one of their files changes`;

const read = {
  number: readCount,
  port: readPort,
  fixtures: readFixtures,
  seed: readWhole,
  consistency: readConsistency,
  vendorName: readWord,
};

const defaults: Readonly<Record<string, (option: Option) => Option>> = {
  port: (option) => option.default(defaultPort),
  fixtures: (option) => option.default(demo, "demo"),
  seed: (option) => option.default(1),
  maxSandboxes: (option) => option.default(10_000),
  authScheme: (option) => option.default("Service-API-Key"),
  badKeyStatus: (option) => option.choices(["400", "401"]).default("401"),
  consistency: (option) => option.default(undefined, "immediate"),
  webhooksDelay: (option) => option.default("1s"),
  vendorName: (option) => option.default("service"),
  revisionLife: (option) => option.choices(["all", "service"]).default("all"),
  logFormat: (option) => option.choices(logFormats),
};

export const startOptions = (): Option[] => declared(lines, read, defaults).map(withVariable);

const configText =
  "Config file (default: service-emulator.config.yaml or .json, from here upwards)";

export const configOption = (): Option =>
  withVariable(new Option("--config <path>", configText).argParser(readText));

/** The first that is given takes the place of the default, the others add to it. */
function readFixtures(text: string, before: readonly string[]): readonly string[] {
  return readNames(text, before === demo ? [] : before);
}

/** An option with its variable: `--rate-limits` is SERVICE_EMULATOR_RATE_LIMITS. */
export const withVariable = (option: Option): Option =>
  option.env(`SERVICE_EMULATOR_${option.name().replaceAll("-", "_").toUpperCase()}`);
