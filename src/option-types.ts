// Printed by the program, checked by a test: UPDATE_TYPES=1 npx vitest run test/printed-types

import type { Quirk, QuirkFile } from "./contract/quirks.ts";
import type { OnError } from "./pipeline/stages.ts";
import type { OnProgress } from "./seeding/progress.ts";
import type { TlsOption } from "./server/certificate.ts";
import type { ConsistencyTable } from "./world/time/lateness.ts";

/** What an emulator is created with. */
// oxfmt-ignore
export interface EmulatorOptions {
  /** Fixture files, or the names of shipped ones: demo, small, empty, year. Default: demo. */
  readonly fixtures?: readonly string[];
  /** Starts with this exported state, a folder, instead of fixtures. A reset goes back to it. */
  readonly state?: string;
  /**
   * Stores all data and keys in this folder, where they outlive the process. What it holds replaces fixtures
   * and state, which fill an empty one.
   */
  readonly dataDir?: string;
  /**
   * Syncs every write to disk, so that dataDir also survives a power failure. Default: it survives a crash.
   */
  readonly fsync?: boolean;
  /**
   * Takes dataDir over from an emulator on another machine or in another container, of which nothing shows
   * whether it still runs. Default: it is refused.
   */
  readonly stealLock?: boolean;
  /**
   * Generates this many profiles in the first account, instead of those that fixtures generate. Default: a
   * tenth of events, if those are given.
   */
  readonly profiles?: number;
  /**
   * Generates this many events, instead of those that fixtures generate. Default: ten times profiles, if
   * those are given.
   */
  readonly events?: number;
  /** Called with the progress of seeding, some hundred times at most. */
  readonly onProgress?: OnProgress;
  /** Seed of the random generators: the same seed gives the same ids, people and faults. Default: 1. */
  readonly seed?: number;
  /** Listens on this port, 0 for any free one. Default: no socket, only fetch. */
  readonly port?: number;
  /** Listens on this address. Default: both loopback addresses. */
  readonly host?: string;
  /** Lets the process end although the emulator still listens. Default: it runs until close. */
  readonly unref?: boolean;
  /** Host names that requests may be addressed to, in addition to loopback ones. */
  readonly allowedHosts?: readonly string[];
  /**
   * Speaks https: true makes a certificate for loopback, host and allowedHosts; an object has your own as PEM
   * text. Clients must trust emulator.certificate. Default: plain http.
   */
  readonly tls?: TlsOption | false;
  /**
   * Hosts that stand for the service, such as api.example.com: emulator.interception has a proxy, through
   * which programs that ask them meet the emulator. Default: none.
   */
  readonly intercept?: readonly string[];
  /** With intercept: refuses requests to all other hosts. Default: they pass through. */
  readonly offline?: boolean;
  /**
   * With intercept: refuses keys that the emulator does not know. Default: they are taken for the full key.
   */
  readonly strictKeys?: boolean;
  /**
   * Sends a span for each request, and metrics, to this receiver by OTLP over HTTP, such as
   * http://127.0.0.1:4318. Default: nothing is sent.
   */
  readonly otlp?: string;
  /** real, off, or a multiple such as x10. Default: real. */
  readonly rateLimits?: string;
  /** Keeps this many sandboxes at most: the next one is rejected with 429. Default: 10000. */
  readonly maxSandboxes?: number;
  /** The word before the key in the Authorization header. Default: Service-API-Key. */
  readonly authScheme?: string;
  /** The status for an unknown key on /api. Default: 401. */
  readonly badKeyStatus?: 400 | 401;
  /** Omits the x-emulator-fault header from injected responses. Default: it is there. */
  readonly stealth?: boolean;
  /** Adds the header x-emulator-guess to responses of operations that rest on guesses. Default: not. */
  readonly showGuesses?: boolean;
  /** Lets a request plan its own fault, with the header x-emulator-fault-plan. Default: not. */
  readonly allowHeaderFaults?: boolean;
  /**
   * Mistakes of the service that the emulator makes, too, by their names in docs/reference/quirks.md, and
   * files with quirks of your account. Default: none.
   */
  readonly quirks?: readonly (Quirk | QuirkFile)[];
  /**
   * all serves every revision, whatever the clock says. service deprecates one a year after its date, and
   * retires it two years after. Default: all.
   */
  readonly revisionLife?: "all" | "service";
  /**
   * How late what was written shows, in emulator time: immediate, service (as far as it is known), or a delay
   * such as 30s for some kinds of docs/reference/options.md. Default: immediate.
   */
  readonly consistency?: "immediate" | "service" | ConsistencyTable;
  /** Short for a consistency in which jobs, events and subscriptions take this long, such as 500ms. */
  readonly processingDelay?: string;
  /** Hosts beyond loopback that webhooks may call and images may come from. Default: none. */
  readonly webhooksAllow?: readonly string[];
  /** How long an event waits for others before it is delivered to webhooks, in emulator time. Default: 1s. */
  readonly webhooksDelay?: string;
  /**
   * The service's own name on the wire: in headers, in members such as service_webhook_id, and in webhook
   * topics. Default: service.
   */
  readonly vendorName?: string;
  /** Freezes the clock at this instant (ISO 8601). Default: the clock runs. */
  readonly frozenAt?: string;
  /**
   * Required for changes through the control API, and beyond loopback for reading, too. Default: generated
   * when it listens beyond loopback.
   */
  readonly controlToken?: string;
  /**
   * Accepts the keys, the app and the tokens of the shipped fixtures also where it listens beyond loopback.
   * Default: it has its own there, unless a fixture of yours names them.
   */
  readonly demoKeys?: boolean;
  /** Lets anyone read through the control API without the token. Default: only on loopback. */
  readonly openReads?: boolean;
  /** Called with every internal error of the emulator. Default: writes it to stderr. */
  readonly onError?: OnError;
  /**
   * Called with one line after a data folder was repaired, after a reader of a stream was dropped, and for a
   * fault in a fixture that no request can meet. Default: writes it to stderr.
   */
  readonly onNote?: (message: string) => void;
  /**
   * Called with one line when the data folder cannot be written any more; all changes from then on are
   * answered with 503. Default: writes it to stderr.
   */
  readonly onLost?: (message: string) => void;
}
