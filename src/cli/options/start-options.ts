import { Option } from "commander";
import type { EmulatorOptions } from "../../option-types.ts";
import { readConsistency, readCount, readDuration, readNames, readPort } from "./values.ts";
import { readText, readWhole, readWord } from "./values.ts";

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

type Told<Name extends string, Value> = { readonly [Each in Name]?: Value };

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

export const startOptions = (): Option[] => [
  option("--port <number>", "Listen on this port; 0 picks any free port", readPort).default(
    defaultPort,
  ),
  option("--host <address>", "Listen on this address instead of loopback"),
  option(
    "--fixtures <path>",
    "Seed from this fixture file, or demo, small or empty; repeatable",
    readFixtures,
  ).default(demo, "demo"),
  option(
    "--profiles <number>",
    "Generate this many profiles instead of the number in the fixtures",
  ),
  option("--events <number>", "Generate this many events instead of the number in the fixtures"),
  option("--seed <number>", "Seed for ids, generated data and random choices", readWhole).default(
    1,
  ),
  option("--rate-limits <mode>", "Rate limits: real (the default), off, or a multiple such as x10"),
  option("--max-sandboxes <number>", "Keep this many sandboxes at most").default(10_000),
  option(
    "--auth-scheme <word>",
    "Expect this word before the key in the Authorization header",
  ).default("Service-API-Key"),
  option("--bad-key-status <status>", "Status of the response to an unknown key")
    .choices(["400", "401"])
    .default("401"),
  option("--allowed-hosts <names>", "Accept these host names in addition to loopback"),
  option("--tls", "Use https, with a generated certificate for loopback and the allowed hosts"),
  option("--tls-cert <path>", "Use this PEM certificate (with chain)"),
  option("--tls-key <path>", "PEM private key for --tls-cert, without a passphrase"),
  option("--tls-ca-file <path>", "Write the certificate that clients must trust to this file"),
  option(
    "--intercept <hosts>",
    "Stand in for these hosts, such as api.example.com, through a proxy",
  ),
  option("--offline", "With --intercept: refuse requests to all other hosts"),
  option("--strict-keys", "With --intercept: refuse keys that the emulator does not know"),
  option("--force", "Overwrite files that another program wrote"),
  option("--frozen-at <datetime>", "Freeze the clock at this time (ISO 8601)"),
  option(
    "--consistency <mode>",
    "Show writes late: immediate, service, or events=30s,segments=5m",
    readConsistency,
  ).default(undefined, "immediate"),
  option(
    "--processing-delay <duration>",
    "Take this long to process jobs, events and subscriptions, such as 500ms",
  ),
  option("--webhooks-allow <hosts>", "Call these hosts beyond loopback for webhooks and images"),
  option(
    "--webhooks-delay <duration>",
    "Collect events for this long before webhooks are called",
  ).default("1s"),
  option(
    "--vendor-name <name>",
    "The service's own name in headers, members and webhook topics",
  ).default("service"),
  option(
    "--quirks <names>",
    "Reproduce these mistakes of the service, and the quirks in these files, separated by commas",
  ),
  option(
    "--revision-life <life>",
    "Serve all revisions, or retire them by the clock as the service does",
  )
    .choices(["all", "service"])
    .default("all"),
  option("--stealth", "Omit the x-emulator-fault header from injected responses"),
  option("--show-guesses", "Add x-emulator-guess to responses that rest on guesses"),
  option("--allow-header-faults", "Let a request plan its own fault with x-emulator-fault-plan"),
  option("--control-token <token>", "Require this token for changes through /_emulator"),
  option("--demo-keys", "Accept the shipped fixtures' keys beyond loopback, too"),
  option("--open-reads", "Allow reads of /_emulator without the token beyond loopback"),
  option(
    "--otlp <url>",
    "Send traces and metrics to this receiver by OTLP over HTTP, such as http://127.0.0.1:4318",
  ),
  option("--json", "Print one JSON object per event: ready, then every request"),
  option(
    "--log-format <format>",
    "Log format; plain has times, no colours and whole lines",
  ).choices(logFormats),
  option("--quiet", "Print only the URL and errors"),
  option("--ready-file <path>", "Write the ready event to this file when the emulator is ready"),
  option("--data-dir <folder>", "Store all data and keys in this folder, crash-safe"),
  option("--fsync", "Sync every write to disk, to survive a power failure (slower)"),
  option("--steal-lock", "Take over --data-dir if it is unclear whether its emulator still runs"),
  option("--state <folder>", "Start from this exported state instead of fixtures"),
  option("--export-on-exit <folder>", "Export the state to this folder on exit"),
  option(
    "--session <path>",
    "Write requests, report card and exploration to this file, for open; .html: as a page",
  ),
  option("--watch", "Restart from the fixtures when one of their files changes"),
];

export const configOption = (): Option =>
  option(
    "--config <path>",
    "Config file (default: service-emulator.config.yaml or .json, from here upwards)",
  );

/** The first that is given takes the place of the default, the others add to it. */
const readFixtures = (text: string, before: readonly string[]) =>
  readNames(text, before === demo ? [] : before);

/** How a value is read where nothing else is said, by what stands for it. */
const readers: Readonly<Record<string, (text: string, before: never) => unknown>> = {
  number: readCount,
  duration: readDuration,
  names: readNames,
  hosts: readNames,
  name: readWord,
  word: readWord,
  token: readWord,
};

/** Undefined: it takes none, or names to choose from. */
const readerOf = (flags: string) => {
  const [, place] = /<(.+)>/.exec(flags) ?? [];
  return place === undefined ? undefined : (readers[place] ?? readText);
};

/** An option with its variable: `--rate-limits` is SERVICE_EMULATOR_RATE_LIMITS. */
export function option<T>(
  flags: string,
  description: string,
  read = readerOf(flags) as ((text: string, before: T) => T) | undefined,
): Option {
  const made = new Option(flags, description);
  made.env(`SERVICE_EMULATOR_${made.name().replaceAll("-", "_").toUpperCase()}`);
  return read === undefined ? made : made.argParser(read);
}
