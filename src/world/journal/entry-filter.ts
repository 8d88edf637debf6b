import type { OperationId } from "../../contract/names.ts";
import type { StageName } from "../../contract/stages.ts";
import type { EntryView } from "./entry.ts";

/** Which entries to show; everything given must hold. */
export interface EntryFilter {
  readonly operation?: OperationId;
  readonly account?: string;
  readonly key?: string;
  readonly app?: string;
  readonly testId?: string;
  readonly status?: number;
  /** Whether its status is 400 or more, or it had none, since a fault broke the connection. */
  readonly failed?: boolean;
  readonly stage?: StageName;
  readonly fault?: string;
  /** World time from which on, and before which. */
  readonly since?: number;
  readonly until?: number;
}

const isFailure = ({ status }: EntryView): boolean => status === null || status >= 400;

/** Whether an entry is among those that a filter asks for. */
export const passes = (entry: EntryView, filter: EntryFilter): boolean =>
  (filter.operation === undefined || entry.operation === filter.operation) &&
  (filter.account === undefined || entry.account === filter.account) &&
  (filter.key === undefined || entry.key === filter.key) &&
  (filter.app === undefined || entry.app === filter.app) &&
  (filter.testId === undefined || entry.testId === filter.testId) &&
  (filter.status === undefined || entry.status === filter.status) &&
  (filter.failed === undefined || isFailure(entry) === filter.failed) &&
  (filter.stage === undefined || entry.stage === filter.stage) &&
  (filter.fault === undefined || entry.faults.includes(filter.fault)) &&
  (filter.since === undefined || entry.arrivedWorld >= filter.since) &&
  (filter.until === undefined || entry.arrivedWorld < filter.until);
