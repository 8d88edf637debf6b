import { any, boolean, described, integer, list, literal, number } from "./contract/shape.ts";
import { object, oneOf, string, text, whether } from "./contract/shape.ts";
import { ControlError } from "./emulation/problem.ts";
import { consistencyShape } from "./world/time/lateness.ts";
import { durationShape } from "./world/time/duration.ts";
import { shapeProblem, textOfPath } from "./world/read-shape.ts";

const names = list(string({ minLength: 1 }));
const flag = (means: string) => whether(means);
const called = (means: string) => described(any(), means);

/** What is called; a shape knows no functions. */
const callbacks = ["onProgress", "onError", "onNote", "onLost"] as const;

/** The options of `createEmulator`: the compiler tells users of TypeScript, this tells the others. */
export const optionsShape = object({
  "fixtures?": described(
    names,
    "Fixture files, or the names of shipped ones: demo, small, empty, year. Default: demo.",
  ),
  "state?": text(
    "Starts with this exported state, a folder, instead of fixtures. A reset goes back to it.",
  ),
  "dataDir?": text(
    "Stores all data and keys in this folder, where they outlive the process. What it holds replaces fixtures and state, which fill an empty one.",
  ),
  "fsync?": flag(
    "Syncs every write to disk, so that dataDir also survives a power failure. Default: it survives a crash.",
  ),
  "stealLock?": flag(
    "Takes dataDir over from an emulator on another machine or in another container, of which nothing shows whether it still runs. Default: it is refused.",
  ),
  "profiles?": described(
    number(),
    "Generates this many profiles in the first account, instead of those that fixtures generate. Default: a tenth of events, if those are given.",
  ),
  "events?": described(
    number(),
    "Generates this many events, instead of those that fixtures generate. Default: ten times profiles, if those are given.",
  ),
  "onProgress?": called("Called with the progress of seeding, some hundred times at most."),
  "seed?": described(
    integer(),
    "Seed of the random generators: the same seed gives the same ids, people and faults. Default: 1.",
  ),
  "port?": described(
    integer({ min: 0, max: 65_535 }),
    "Listens on this port, 0 for any free one. Default: no socket, only fetch.",
  ),
  "host?": text("Listens on this address. Default: both loopback addresses."),
  "unref?": flag(
    "Lets the process end although the emulator still listens. Default: it runs until close.",
  ),
  "allowedHosts?": described(
    names,
    "Host names that requests may be addressed to, in addition to loopback ones.",
  ),
  "tls?": described(
    oneOf(boolean(), object({ cert: string({ minLength: 1 }), key: string({ minLength: 1 }) })),
    "Speaks https: true makes a certificate for loopback, host and allowedHosts; an object has your own as PEM text. Clients must trust emulator.certificate. Default: plain http.",
  ),
  "intercept?": described(
    list(string({ minLength: 1 }), { min: 1 }),
    "Hosts that stand for the service, such as api.example.com: emulator.interception has a proxy, through which programs that ask them meet the emulator. Default: none.",
  ),
  "offline?": flag(
    "With intercept: refuses requests to all other hosts. Default: they pass through.",
  ),
  "strictKeys?": flag(
    "With intercept: refuses keys that the emulator does not know. Default: they are taken for the full key.",
  ),
  "otlp?": text(
    "Sends a span for each request, and metrics, to this receiver by OTLP over HTTP, such as http://127.0.0.1:4318. Default: nothing is sent.",
  ),
  "rateLimits?": text("real, off, or a multiple such as x10. Default: real."),
  "maxSandboxes?": described(
    integer({ min: 1 }),
    "Keeps this many sandboxes at most: the next one is rejected with 429. Default: 10000.",
  ),
  "authScheme?": text(
    "The word before the key in the Authorization header. Default: Service-API-Key.",
  ),
  "badKeyStatus?": described(
    integer({ min: 400, max: 401 }),
    "The status for an unknown key on /api. Default: 401.",
  ),
  "stealth?": flag(
    "Omits the x-emulator-fault header from injected responses. Default: it is there.",
  ),
  "showGuesses?": flag(
    "Adds the header x-emulator-guess to responses of operations that rest on guesses. Default: not.",
  ),
  "allowHeaderFaults?": flag(
    "Lets a request plan its own fault, with the header x-emulator-fault-plan. Default: not.",
  ),
  "quirks?": described(
    names,
    "Mistakes of the service that the emulator makes, too, by their names in docs/reference/quirks.md, and files with quirks of your account. Default: none.",
  ),
  "revisionLife?": described(
    literal("all", "service"),
    "all serves every revision, whatever the clock says. service deprecates one a year after its date, and retires it two years after. Default: all.",
  ),
  "consistency?": described(
    oneOf(literal("immediate", "service"), consistencyShape),
    "How late what was written shows, in emulator time: immediate, service (as far as it is known), or a delay such as 30s for some kinds of docs/reference/options.md. Default: immediate.",
  ),
  "processingDelay?": durationShape(
    "Short for a consistency in which jobs, events and subscriptions take this long, such as 500ms.",
  ),
  "webhooksAllow?": described(
    names,
    "Hosts beyond loopback that webhooks may call and images may come from. Default: none.",
  ),
  "webhooksDelay?": durationShape(
    "How long an event waits for others before it is delivered to webhooks, in emulator time. Default: 1s.",
  ),
  "vendorName?": text(
    "The service's own name on the wire: in headers, in members such as service_webhook_id, and in webhook topics. Default: service.",
  ),
  "frozenAt?": text("Freezes the clock at this instant (ISO 8601). Default: the clock runs."),
  "controlToken?": text(
    "Required for changes through the control API, and beyond loopback for reading, too. Default: generated when it listens beyond loopback.",
  ),
  "demoKeys?": flag(
    "Accepts the keys, the app and the tokens of the shipped fixtures also where it listens beyond loopback. Default: it has its own there, unless a fixture of yours names them.",
  ),
  "openReads?": flag(
    "Lets anyone read through the control API without the token. Default: only on loopback.",
  ),
  "onError?": called(
    "Called with every internal error of the emulator. Default: writes it to stderr.",
  ),
  "onNote?": called(
    "Called with one line after a data folder was repaired, after a reader of a stream was dropped, and for a fault in a fixture that no request can meet. Default: writes it to stderr.",
  ),
  "onLost?": called(
    "Called with one line when the data folder cannot be written any more; all changes from then on are answered with 503. Default: writes it to stderr.",
  ),
});

const { members } = optionsShape as Extract<typeof optionsShape, { kind: "object" }>;

export const isOption = (name: string): boolean => members.has(name);

/** Why an emulator cannot be created: `path` is the option at fault, which `message` names, too. */
export class OptionError extends ControlError {
  constructor(reason: string, option: string, nearest?: string) {
    super(option === "" ? `options: ${reason}` : reason, option, { nearest });
  }
}

/** @throws OptionError for the first that is unknown or not of its type; `undefined` is not given */
export function requireOptions(options: unknown): void {
  const problem = shapeProblem(optionsShape, given(options), "JSON");
  if (problem !== undefined) {
    const { path, message, nearest } = problem;
    const reason = message.replace("unknown member", "unknown option");
    throw new OptionError(reason, textOfPath(path), nearest);
  }
  for (const name of callbacks) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && typeof value !== "function")
      throw new OptionError("expected a function", name);
  }
}

function given(options: unknown): unknown {
  if (typeof options !== "object" || options === null || Array.isArray(options)) return options;
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
