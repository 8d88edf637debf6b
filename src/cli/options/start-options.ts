import { Option } from "commander";
import {
  readCount,
  readDuration,
  readNames,
  readPort,
  readText,
  readWhole,
  readWord,
} from "./values.ts";

/** What `start` was told, by flags, variables and defaults. */
export interface StartValues {
  readonly port: number;
  readonly host?: string;
  readonly fixtures: readonly string[];
  readonly profiles?: number;
  readonly events?: number;
  readonly state?: string;
  readonly dataDir?: string;
  readonly fsync?: boolean;
  readonly stealLock?: boolean;
  readonly seed: number;
  readonly rateLimits: string;
  readonly authScheme: string;
  readonly badKeyStatus: "400" | "401";
  readonly allowedHosts?: readonly string[];
  readonly tls?: boolean;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsCaFile?: string;
  readonly frozenAt?: string;
  readonly processingDelay: string;
  readonly quirks?: readonly string[];
  readonly revisionLife: "all" | "service";
  readonly stealth?: boolean;
  readonly allowHeaderFaults?: boolean;
  readonly controlToken?: string;
  readonly openReads?: boolean;
  readonly json?: boolean;
  readonly logFormat?: LogFormat;
  readonly quiet?: boolean;
  readonly readyFile?: string;
  readonly exportOnExit?: string;
  readonly watch?: boolean;
}

/** How `start` prints what happens. */
export type LogFormat = (typeof logFormats)[number];
const logFormats = ["pretty", "plain", "json"] as const;

/** `--json` is short for the format of that name; whoever names another gets that. */
export const logFormatOf = ({ logFormat, json = false }: StartValues): LogFormat =>
  logFormat ?? (json ? "json" : "pretty");

/** The port unless told otherwise. */
const defaultPort = 4010;
export const defaultUrl = `http://127.0.0.1:${defaultPort}`;

const demo: readonly string[] = ["demo"];

/** The options of `start`, in the order of its help. */
export const startOptions = (): Option[] => [
  option("--port <number>", "listen on this port; 0 takes any free one", readPort).default(
    defaultPort,
  ),
  option("--host <address>", "listen on this address instead of loopback", readText),
  option(
    "--fixtures <path>",
    "a fixture file, or demo, small or empty; repeatable",
    readFixtures,
  ).default(demo, "demo"),
  option("--profiles <number>", "so many generated people, instead of the fixtures'", readCount),
  option("--events <number>", "so many generated events, instead of the fixtures'", readCount),
  option(
    "--seed <number>",
    "the same seed gives the same ids, people and chance",
    readWhole,
  ).default(1),
  option("--rate-limits <mode>", "real, off, or a multiple such as x10", readText).default("real"),
  option(
    "--auth-scheme <word>",
    "the word before the key in the Authorization header",
    readWord,
  ).default("Service-API-Key"),
  option("--bad-key-status <status>", "what an unknown key is answered with")
    .choices(["400", "401"])
    .default("401"),
  option(
    "--allowed-hosts <names>",
    "host names it may be addressed by, beside loopback",
    readNames,
  ),
  option("--tls", "speak https, with a certificate made for loopback and the allowed hosts"),
  option("--tls-cert <path>", "instead, with this certificate and its chain (PEM)", readText),
  option("--tls-key <path>", "its private key, without a passphrase (PEM)", readText),
  option("--tls-ca-file <path>", "write to this file what clients must trust", readText),
  option("--frozen-at <datetime>", "freeze the clock at this instant (ISO 8601)", readText),
  option(
    "--processing-delay <duration>",
    "how long jobs, events and subscriptions take to be done, such as 500ms",
    readDuration,
  ).default("0s"),
  option(
    "--quirks <names>",
    "make these mistakes of the service, too; docs/reference/quirks.md lists them",
    readNames,
  ),
  option("--revision-life <life>", "all, or as the service retires them by the clock")
    .choices(["all", "service"])
    .default("all"),
  option("--stealth", "answers that a fault gave do not say so"),
  option(
    "--allow-header-faults",
    "a request may ask for its own fault, with x-emulator-fault-plan",
  ),
  option(
    "--control-token <token>",
    "ask for this token before changes through /_emulator",
    readWord,
  ),
  option("--open-reads", "beyond loopback, let reads of /_emulator pass without the token"),
  option("--json", "print one JSON object per event: ready, then every request"),
  option(
    "--log-format <format>",
    "plain is without colours, never cut, and with the time; --json is json",
  ).choices(logFormats),
  option("--quiet", "print the URL, and nothing more but errors"),
  option("--ready-file <path>", "write the ready event to this file once it answers", readText),
  option(
    "--data-dir <folder>",
    "keep all data and keys in this folder, also after a crash",
    readText,
  ),
  option("--fsync", "what is kept is to outlast a loss of power, too"),
  option("--steal-lock", "take --data-dir over if nothing shows whether its emulator still runs"),
  option("--state <folder>", "begin with this exported state instead of fixtures", readText),
  option("--export-on-exit <folder>", "write the state into this folder at the end", readText),
  option("--watch", "begin anew with the fixtures whenever one of their files changes"),
];

/** Which config file is read: of the commands that boot an emulator. */
export const configOption = (): Option =>
  option(
    "--config <path>",
    "a config file (default: service-emulator.config.yaml or .json, from here upwards)",
    readText,
  );

/** The first that is given takes the place of the default, the others add to it. */
const readFixtures = (text: string, before: readonly string[]) =>
  readNames(text, before === demo ? [] : before);

/** An option with its variable: `--rate-limits` is SERVICE_EMULATOR_RATE_LIMITS. */
export function option<T>(
  flags: string,
  description: string,
  read?: (text: string, before: T) => T,
): Option {
  const made = new Option(flags, description);
  made.env(`SERVICE_EMULATOR_${made.name().replaceAll("-", "_").toUpperCase()}`);
  return read === undefined ? made : made.argParser(read);
}
