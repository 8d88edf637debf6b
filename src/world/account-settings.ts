import type { LimitMode } from "./limits/limits.ts";

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
