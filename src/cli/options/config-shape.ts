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

const path = () => string({ minLength: 1 });

/**
 * A config file: every option of `start` and `exec` by its name in the library. A test compares it with the
 * options themselves.
 */
export const configShape = object({
  "$schema?": string(),
  "port?": described(integer({ min: 0, max: 65_535 }), "Listen on this port; 0: any free one."),
  "host?": described(path(), "Listen on this address instead of loopback."),
  "fixtures?": described(
    oneOf(path(), list(path(), { min: 1 })),
    "Fixture files, from this file's folder, or demo, small, empty.",
  ),
  "state?": described(path(), "Begin with this exported state instead of fixtures."),
  "dataDir?": described(path(), "Keep all data and keys in this folder, also after a crash."),
  "fsync?": described(boolean(), "What is kept is to outlast a loss of power, too."),
  "stealLock?": described(
    boolean(),
    "Take dataDir over if nothing shows whether its emulator still runs.",
  ),
  "profiles?": described(
    integer({ min: 0 }),
    "Generate this many profiles instead of the number in the fixtures.",
  ),
  "events?": described(
    integer({ min: 0 }),
    "Generate this many events instead of the number in the fixtures.",
  ),
  "seed?": described(integer(), "The same seed gives the same ids, people and chance."),
  "rateLimits?": described(string(), "real, off, or a multiple such as x10."),
  "authScheme?": described(string(), "The word before the key in the Authorization header."),
  "badKeyStatus?": described(
    oneOf(literal("400", "401"), integer({ min: 400, max: 401 })),
    "What an unknown key is answered with.",
  ),
  "allowedHosts?": described(
    oneOf(path(), list(path(), { min: 1 })),
    "Host names it may be addressed by, beside loopback.",
  ),
  "tls?": described(boolean(), "Speak https, with a certificate made for it."),
  "tlsCert?": described(path(), "Instead, with this certificate and its chain (PEM)."),
  "tlsKey?": described(path(), "Its private key, without a passphrase (PEM)."),
  "tlsCaFile?": described(path(), "Write to this file what clients must trust."),
  "frozenAt?": described(string(), "Freeze the clock at this instant (ISO 8601)."),
  "processingDelay?": described(string(), "How long accepted work takes, such as 500ms."),
  "quirks?": described(
    oneOf(path(), list(path(), { min: 1 })),
    "Make these mistakes of the service, too.",
  ),
  "revisionLife?": described(literal("all", "service"), "all, or as the service retires them."),
  "stealth?": described(boolean(), "Answers that a fault gave do not say so."),
  "allowHeaderFaults?": described(boolean(), "A request may ask for its own fault."),
  "controlToken?": described(string(), "Ask for this token before changes through /_emulator."),
  "openReads?": described(boolean(), "Let reads of /_emulator pass without the token."),
  "json?": described(boolean(), "Print one JSON object per event."),
  "logFormat?": described(
    literal("pretty", "plain", "json"),
    "plain: without colours, never cut, with the time.",
  ),
  "quiet?": described(boolean(), "Print the URL, and nothing more but errors."),
  "readyFile?": described(path(), "Write the ready event to this file once it answers."),
  "exportOnExit?": described(path(), "Write the state into this folder at the end."),
  "watch?": described(boolean(), "Restart from the fixtures whenever one of their files changes."),
});
