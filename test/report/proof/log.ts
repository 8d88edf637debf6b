/** One request, as the client itself has noted it: nobody else reads it before the end. */
export interface Sent {
  /** Which of the things it wanted done. */
  readonly call: number;
  readonly attempt: number;
  readonly operation: string;
  readonly method: string;
  /** Method, target and body: requests with the same cannot be told apart. */
  readonly request: string;
  readonly name: "none" | "unique_id" | "idempotency key" | "test id";
  readonly credential: string;
  readonly revision: string;
  /** In the client's milliseconds. */
  readonly sentAt: number;
  /** What its backoff said before this attempt, jitter left out; undefined: something else said how long. */
  readonly meantMs: number | undefined;
  /** Whether it waited for something else as well, such as a pause of all. */
  readonly delayed: boolean;
  seenAt?: number;
  /** Whether the client was through with its call after this one. */
  isOver?: true;
  saw: "nothing" | "answer" | "broken" | "unreadable" | "timeout";
  status?: number;
  retryAfterMs?: number;
  budget?: { limit: number; remaining: number; resetMs: number };
  /** Noted by the world, not by the client: what was done to it, and whether it created an event. */
  plan?: Plan;
  created?: boolean;
  /** By the world's clock: an event without a name is one with others of its profile and second. */
  second?: number;
}

/** A fault for one request. */
export interface Plan {
  readonly status?: number;
  readonly retryAfter?: number | "none";
  readonly connection?: string;
  readonly spoil?: string;
  /** In the client's milliseconds. */
  readonly delay?: number;
  readonly where?: "before" | "after";
}
