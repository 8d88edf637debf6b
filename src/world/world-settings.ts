import type { Guess } from "../contract/guesses.ts";
import type { Quirk } from "../contract/quirks.ts";
import type { AccountQuirks } from "./account-quirk.ts";
import type { ClientTime } from "./time/client-time.ts";
import type { Clock } from "./time/clock.ts";
import type { Course } from "./time/course.ts";
import type { Lateness } from "./time/lateness.ts";
import type { LimitMode } from "./limits/limits.ts";
import type { RevisionLife } from "./revisions.ts";

/** What the user chose for the whole emulator. */
export interface WorldSettings {
  readonly seed: number;
  readonly limits: LimitMode;
  /** How many sandboxes there may be at once. Default: 10,000. */
  readonly maxSandboxes?: number;
  /** The word before a private key in the `Authorization` header. */
  readonly authScheme: string;
  /** The status of an unknown key on `/api` (behaviour.md, 16). */
  readonly badKeyStatus: 400 | 401;
  /** Whether answers that a fault gave do not say so. */
  readonly stealth?: boolean;
  /** Whether a request may ask for its own fault, with a header. */
  readonly allowHeaderFaults?: boolean;
  /** What responses rest on, if their headers say so. */
  readonly guesses?: readonly Guess[];
  readonly revisionLife?: RevisionLife;
  /** The service's own mistakes that it makes, too. */
  readonly quirks?: readonly Quirk[];
  /** What the service does otherwise for this account, by operation. */
  readonly accountQuirks?: AccountQuirks;
  /** How late things show. Default: not at all. */
  readonly lateness?: Lateness;
  /** How long an event waits before it is delivered to webhooks, in milliseconds of world time. */
  readonly webhooksDelayMs?: number;
  /** Hosts beyond loopback that webhooks may call. */
  readonly webhooksAllow?: readonly string[];
  readonly vendorName?: string;
  /** The world's time, frozen, if it does not run. */
  readonly frozenAt?: number;
  /** How the world's time goes, if it does not begin as the machine's. */
  readonly course?: Course;
  /** In place of a clock of its own. */
  readonly clock?: Clock;
  /** By which its own clock goes. Default: the machine's. */
  readonly time?: ClientTime;
  /** How often the state was gone on with by another process: none makes the secrets of one before. */
  readonly epoch?: number;
  /** Beyond loopback, where no seed may give secrets: the key of this process, from which they are drawn. */
  readonly secretKey?: Uint8Array;
  /** Of whoever has the emulator: nothing that is told of requests shows it. */
  readonly controlToken?: string;
}

/** What is set up once for an account, and does not change with its data. */
export interface AccountSettings {
  /** Six letters and digits, safe to share (specification, "Authentication"). */
  readonly companyId: string;
  /** Without SMS, a phone number alone does not make a profile (specification, "Profile"). */
  readonly sms: boolean;
  /** The metric of a paid order, of which predictions are worked out. Default: Placed Order. */
  readonly orderMetric?: string;
  /** What predictions are while the account is not eligible (behaviour.md, 16). Default: omit. */
  readonly withoutPredictions?: "omit" | "null";
  /** Whether it may make types of objects of its own. Default: true. */
  readonly customObjects?: boolean;
  /** Of a sandbox: what opens the control API for it alone. */
  readonly controlToken?: string;
  /** Rate limits of its own; not given: the emulator's. */
  readonly limits?: LimitMode;
}
