import { any, boolean, integer, list, literal, number, object, string } from "./contract/shape.ts";
import { oneOf } from "./contract/shape.ts";
import { ControlError } from "./emulation/problem.ts";
import { durationShape } from "./world/duration.ts";
import { shapeProblem, textOfPath } from "./world/read-shape.ts";

const text = () => string({ minLength: 1 });
/** What is called; a shape knows no functions. */
const callbacks = ["onProgress", "onError", "onNote", "onLost"] as const;

/** The options of `createEmulator`: the compiler tells users of TypeScript, this tells the others. */
const optionsShape = object({
  "fixtures?": list(text()),
  "state?": text(),
  "dataDir?": text(),
  "fsync?": boolean(),
  "stealLock?": boolean(),
  "profiles?": number(),
  "events?": number(),
  "onProgress?": any(),
  "seed?": integer(),
  "port?": integer({ min: 0, max: 65_535 }),
  "host?": text(),
  "unref?": boolean(),
  "allowedHosts?": list(text()),
  "tls?": oneOf(boolean(), object({ cert: text(), key: text() })),
  "rateLimits?": text(),
  "authScheme?": text(),
  "badKeyStatus?": integer({ min: 400, max: 401 }),
  "stealth?": boolean(),
  "allowHeaderFaults?": boolean(),
  "quirks?": list(text()),
  "revisionLife?": literal("all", "service"),
  "processingDelay?": durationShape(),
  "frozenAt?": text(),
  "controlToken?": text(),
  "openReads?": boolean(),
  "onError?": any(),
  "onNote?": any(),
  "onLost?": any(),
});

const { members } = optionsShape as Extract<typeof optionsShape, { kind: "object" }>;

/** Whether `createEmulator` takes an option of this name. */
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
    throw new OptionError(
      message.replace("unknown member", "unknown option"),
      textOfPath(path),
      nearest,
    );
  }
  for (const name of callbacks) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && typeof value !== "function") {
      throw new OptionError("expected a function", name);
    }
  }
}

function given(options: unknown): unknown {
  if (typeof options !== "object" || options === null || Array.isArray(options)) return options;
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
