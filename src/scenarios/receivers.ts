import type { ReceiverReportOptions } from "../control/receivers.ts";
import type { ReceiverCard } from "../report/receivers/card-shape.ts";

/** A receiver, and what may be done with it. */
export interface Examinee {
  /** Where it takes deliveries. */
  readonly webhook: string;
  /** With which it checks signatures, 16 characters or more. */
  readonly secret: string;
  /**
   * Which of these `external_id`s it has kept: each as often as it has it. Without this the rules about what is kept
   * are not exercised.
   */
  readonly readBack?: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Kills it at once, starts it again, and resolves when it takes deliveries. */
  readonly restart?: () => Promise<void>;
  /** Kills it, starts it again with another secret, and resolves when it takes deliveries. */
  readonly rotate?: (secret: string) => Promise<void>;
  /** Resolves when it takes deliveries, after a connection broke. Default: nothing is done. */
  readonly revive?: () => Promise<void>;
  /** From which the order of the exam comes. Default: 1. */
  readonly seed?: number;
  /** Company id of the account that sends. Default: the first. */
  readonly account?: string;
  /** Events in the largest batch. Default: 1,000, as many as the service sends. */
  readonly batchMax?: number;
  /** How long what was acknowledged may take until it can be read back, in milliseconds. Default: 3,000. */
  readonly settleMs?: number;
}

/** Receivers of webhooks, as the library has them. */
export interface ReceiversFace {
  /**
   * Sends a receiver what the service sends, and what others might, and judges it. The events that it writes stay.
   *
   * @throws ControlError for a URL or a secret that no webhook may have
   */
  examine(examinee: Examinee): Promise<ReceiverCard>;
  /** The card of the last exam; where there was none, of the deliveries that are remembered. */
  report(options?: ReceiverReportOptions): Promise<ReceiverCard>;
}
