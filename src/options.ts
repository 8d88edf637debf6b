import { isQuirk, type Quirk, quirkNames } from "./contract/quirks.ts";
import { parseDatetime } from "./jsonapi/time.ts";
import { OptionError, requireOptions } from "./option-shape.ts";
import type { OnError } from "./pipeline/run.ts";
import { defaultSeed } from "./seeding/load.ts";
import type { TlsOption } from "./server/tls.ts";
import type { OnProgress } from "./seeding/progress.ts";
import { notDuration, parseDuration } from "./world/duration.ts";
import { nearest } from "./world/nearest.ts";
import { parseLimitMode } from "./world/limits.ts";
import type { RevisionLife } from "./world/revisions.ts";
import type { WorldSettings } from "./world/world.ts";

export interface EmulatorOptions {
  /** Fixture files, or the names of shipped ones: `demo` (default), `small`, `empty`. */
  fixtures?: readonly string[];
  /** Begin with this exported state, a folder, instead of fixtures; a reset goes back to it. */
  state?: string;
  /**
   * Keep all data and keys in this folder, where they outlive the process. What is in it takes the
   * place of `fixtures` and `state`, which are for an empty one.
   */
  dataDir?: string;
  /** What is kept is to outlast a loss of power, too. Default: a crash of the process. */
  fsync?: boolean;
  /**
   * Take `dataDir` over from an emulator of which nobody here can tell whether it still runs: it was on another
   * machine, or in another container. One that runs is never taken over from. Default: it is refused.
   */
  stealLock?: boolean;
  /**
   * So many generated people in the first account, in the place of those that fixtures generate;
   * what fixtures write out stays. Default: a tenth of `events`, if those are given.
   */
  profiles?: number;
  /** So many generated events, likewise. Default: ten times `profiles`, if those are given. */
  events?: number;
  /** Told of how far seeding is, some hundred times at most; nothing else runs meanwhile. */
  onProgress?: OnProgress;
  /** One seed gives the same ids, people and chance. Default 1. */
  seed?: number;
  /** Listen on this port, 0 for any free one. Not given: no socket, only `fetch`. */
  port?: number;
  /** Let the process end although the emulator still listens. Default: it runs until `close`. */
  unref?: boolean;
  /** Listen on this address. Default: both loopback addresses. */
  host?: string;
  /** Host names beside loopback ones that requests may be addressed to. */
  allowedHosts?: readonly string[];
  /**
   * Speak https: `true` makes a certificate for loopback, `host` and `allowedHosts`; or the text of your
   * own, as PEM. Clients must trust `emulator.certificate`. Default: plain http.
   */
  tls?: TlsOption | false;
  /** `real` (default), `off`, or a multiple such as `x10`. */
  rateLimits?: string;
  /** The word before the key in the Authorization header. Default `Service-API-Key`. */
  authScheme?: string;
  /** The status of an unknown key on `/api`. Default 401. */
  badKeyStatus?: 400 | 401;
  /** Answers that a fault gave do not say so in a header. Default: they do. */
  stealth?: boolean;
  /** A request may ask for its own fault, with the header `x-emulator-fault-plan`. Default: not. */
  allowHeaderFaults?: boolean;
  /**
   * `all` (default): every revision is served, whatever the clock says. `service`: deprecated a year
   * after its date, retired two years after.
   */
  revisionLife?: RevisionLife;
  /**
   * Mistakes of the service's own that the emulator is to make, too, by their names in the README.
   * Default: none.
   */
  quirks?: readonly Quirk[];
  /** How long accepted work waits before it is done, such as `500ms` of world time. Default: 0. */
  processingDelay?: string;
  /** Freezes the clock at this instant (ISO 8601). Default: the clock runs. */
  frozenAt?: string;
  /**
   * Asked of changes through the control API, and beyond loopback of reading, too. Default: made up when it
   * listens beyond loopback.
   */
  controlToken?: string;
  /** Reading through the control API needs no token, wherever it listens. Default: beyond loopback it does. */
  openReads?: boolean;
  /** Told of every mistake of ours; default: written to stderr. */
  onError?: OnError;
  /**
   * Told, in one line, of what was healed in a data folder, and of a reader of a stream that was dropped. Default:
   * written to stderr.
   */
  onNote?: (message: string) => void;
  /**
   * Told, in one line, that a data folder cannot be written any more; all changes from then on are
   * answered with 503. Default: written to stderr.
   */
  onLost?: (message: string) => void;
}

const dayMs = 86_400_000;

/** @throws OptionError for a name that no quirk has */
function readQuirks(names: readonly string[]): Quirk[] {
  const unknown = names.find((name) => !isQuirk(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, quirkNames);
    const say =
      near === undefined ? `Use one of ${quirkNames.join(", ")}` : `Did you mean ${near}?`;
    throw new OptionError(`unknown quirk '${unknown}'. ${say}`, "quirks");
  }
  return names.filter(isQuirk);
}

/** What the world is set up with. @throws OptionError for one that is wrong */
export function settingsOf(options: EmulatorOptions): WorldSettings {
  requireOptions(options);
  const { seed = defaultSeed, rateLimits = "real", frozenAt, revisionLife = "all" } = options;
  const limits = parseLimitMode(rateLimits);
  if (limits === undefined) throw new OptionError("expected real, off, or x10", "rateLimits");
  const frozen = frozenAt === undefined ? undefined : parseDatetime(frozenAt);
  if (frozenAt !== undefined && frozen === undefined) {
    throw new OptionError("expected an ISO 8601 datetime", "frozenAt");
  }
  const processingDelayMs = parseDuration(options.processingDelay ?? "0s");
  if (processingDelayMs === undefined || !(processingDelayMs >= 0 && processingDelayMs <= dayMs)) {
    const usual = "expected a duration such as 500ms, a day at most";
    throw new OptionError(notDuration(options.processingDelay, usual), "processingDelay");
  }
  return {
    seed,
    quirks: readQuirks(options.quirks ?? []),
    limits,
    processingDelayMs,
    authScheme: options.authScheme ?? "Service-API-Key",
    badKeyStatus: options.badKeyStatus ?? 401,
    revisionLife,
    stealth: options.stealth ?? false,
    allowHeaderFaults: options.allowHeaderFaults ?? false,
    ...(frozen !== undefined && { frozenAt: frozen }),
  } as const;
}
