import {
  boolean,
  described,
  integer,
  list,
  literal,
  object,
  oneOf,
  string,
} from "../../contract/shape.ts";
import { consistencyShape } from "../../world/time/lateness.ts";

const path = () => string({ minLength: 1 });

/**
 * A config file: every option of `start` and `exec` by its name in the library. A test compares it with the
 * options themselves.
 */
export const configShape = object({
  "$schema?": string(),
  "port?": described(
    integer({ min: 0, max: 65_535 }),
    "Listen on this port. 0 picks any free port.",
  ),
  "host?": described(path(), "Listen on this address instead of loopback."),
  "fixtures?": described(
    oneOf(path(), list(path(), { min: 1 })),
    "Seed from these fixture files, relative to this file, or demo, small or empty.",
  ),
  "state?": described(path(), "Start from this exported state instead of fixtures."),
  "dataDir?": described(path(), "Store all data and keys in this folder, crash-safe."),
  "fsync?": described(boolean(), "Sync every write to disk, to survive a power failure (slower)."),
  "stealLock?": described(
    boolean(),
    "Take over dataDir if it is unclear whether its emulator still runs.",
  ),
  "profiles?": described(
    integer({ min: 0 }),
    "Generate this many profiles instead of the number in the fixtures.",
  ),
  "events?": described(
    integer({ min: 0 }),
    "Generate this many events instead of the number in the fixtures.",
  ),
  "seed?": described(integer(), "Seed for ids, generated data and random choices."),
  "rateLimits?": described(string(), "Rate limits: real, off, or a multiple such as x10."),
  "authScheme?": described(
    string(),
    "Expect this word before the key in the Authorization header.",
  ),
  "badKeyStatus?": described(
    oneOf(literal("400", "401"), integer({ min: 400, max: 401 })),
    "Status of the response to an unknown key.",
  ),
  "allowedHosts?": described(
    oneOf(path(), list(path(), { min: 1 })),
    "Accept these host names in addition to loopback.",
  ),
  "tls?": described(
    boolean(),
    "Use https, with a generated certificate for loopback and the allowed hosts.",
  ),
  "tlsCert?": described(path(), "Use this PEM certificate (with chain)."),
  "tlsKey?": described(path(), "PEM private key for tlsCert, without a passphrase."),
  "tlsCaFile?": described(path(), "Write the certificate that clients must trust to this file."),
  "force?": described(boolean(), "Overwrite files that another program wrote."),
  "frozenAt?": described(string(), "Freeze the clock at this time (ISO 8601)."),
  "consistency?": described(
    oneOf(literal("immediate", "service"), consistencyShape),
    "Show writes late: immediate, service, or delays of kinds, such as events: 30s.",
  ),
  "processingDelay?": described(
    string(),
    "Take this long to process jobs, events and subscriptions, such as 500ms.",
  ),
  "webhooksAllow?": described(
    oneOf(path(), list(path(), { min: 1 })),
    "Call these hosts beyond loopback for webhooks and images.",
  ),
  "webhooksDelay?": described(string(), "Collect events for this long before webhooks are called."),
  "vendorName?": described(
    string(),
    "The service's own name in headers, members and webhook topics.",
  ),
  "quirks?": described(
    oneOf(path(), list(path(), { min: 1 })),
    "Reproduce these mistakes of the service.",
  ),
  "revisionLife?": described(
    literal("all", "service"),
    "Serve all revisions, or retire them by the clock as the service does.",
  ),
  "stealth?": described(boolean(), "Omit the x-emulator-fault header from injected responses."),
  "allowHeaderFaults?": described(
    boolean(),
    "Let a request plan its own fault with x-emulator-fault-plan.",
  ),
  "controlToken?": described(string(), "Require this token for changes through /_emulator."),
  "demoKeys?": described(boolean(), "Accept the shipped fixtures' keys beyond loopback, too."),
  "openReads?": described(
    boolean(),
    "Allow reads of /_emulator without the token beyond loopback.",
  ),
  "json?": described(boolean(), "Print one JSON object per event: ready, then every request."),
  "logFormat?": described(
    literal("pretty", "plain", "json"),
    "Log format. plain has times, no colours and whole lines.",
  ),
  "quiet?": described(boolean(), "Print only the URL and errors."),
  "readyFile?": described(path(), "Write the ready event to this file when the emulator is ready."),
  "exportOnExit?": described(path(), "Export the state to this folder on exit."),
  "watch?": described(boolean(), "Restart from the fixtures when one of their files changes."),
});
