/** The ways of a simulated client. Times are in its own milliseconds. */
export interface Policy {
  /** Statuses that it tries again. */
  readonly retriesOn: readonly number[];
  /** Answers that got lost: `named` tries writes again only if they carry a name. */
  readonly retriesLost: "all" | "named" | "none";
  /** `as ms` takes the seconds for milliseconds. */
  readonly retryAfter: "honour" | "ignore" | "as ms";
  readonly backoff: "fixed" | "linear" | "exponential";
  readonly baseMs: number;
  readonly capMs: number;
  readonly jitter: "none" | "full" | "equal";
  readonly attemptsMax: number;
  readonly totalMsMax: number;
  readonly naming: "none" | "unique_id" | "idempotency key" | "test id";
  /** After a 401: `never` goes on with what was refused, `loop` asks for tokens without end. */
  /** Whether its requests say which of its calls they belong to. */
  readonly isTested: boolean;
  readonly refreshes: "once" | "loop" | "never";
  /** After a 410. */
  readonly leavesRevision: boolean;
  readonly readsBudget: boolean;
  /** After a 429 everything that goes to the operation waits, not only the call that met it. */
  readonly pausesOthers: boolean;
  /** How far those are spread who wait for the same instant. */
  readonly spreadMs: number;
  /** The body says when it was made. */
  readonly newBody: boolean;
  readonly timeoutMs: number;
}

/** A client that heeds all that can be heeded. */
export const good: Policy = {
  retriesOn: [429, 500, 502, 503, 504],
  retriesLost: "named",
  retryAfter: "honour",
  backoff: "exponential",
  baseMs: 200,
  capMs: 20_000,
  jitter: "equal",
  attemptsMax: 6,
  totalMsMax: 120_000,
  naming: "unique_id",
  isTested: true,
  refreshes: "once",
  leavesRevision: true,
  readsBudget: true,
  pausesOthers: true,
  spreadMs: 1000,
  newBody: false,
  timeoutMs: 3000,
};
