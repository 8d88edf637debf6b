import { type AttributeTable, instant } from "../contract/members.ts";
import { type Infer, integer, list, literal, nullable, object, string } from "../contract/shape.ts";
import { invalidProblem } from "../jsonapi/refusal.ts";
import type { Account } from "../world/account.ts";
import { type Collection, put } from "../world/store/store.ts";
import type { Stored } from "../world/store/record.ts";

/** Where a bulk job stands (behaviour.md, 5). */
export const jobStatus = literal("queued", "processing", "complete", "cancelled");

export interface Job extends Stored {
  readonly status: Infer<typeof jobStatus>;
  readonly created: number;
  readonly started_at: number | null;
  readonly completed_at: number | null;
  readonly total_count: number;
  readonly completed_count: number;
}

/** What a job begins with that waits for its turn. */
export const queued = (account: Account, total: number, now: number) => ({
  seq: account.nextSeq(),
  status: "queued" as const,
  created: now,
  started_at: null,
  completed_at: null,
  total_count: total,
  completed_count: 0,
});

/** What a job begins with that is taken up at once (recorded.md, 4). */
export const taken = (account: Account, total: number, now: number) => ({
  ...queued(account, total, now),
  status: "processing" as const,
  started_at: now,
});

/** The job has been taken up, if it is still there. */
export function started<J extends Job>(
  account: Account,
  jobs: Collection<J>,
  id: string,
  now: number,
) {
  const job = account.table(jobs).get(id);
  if (job) account.commit([put(jobs, { ...job, status: "processing", started_at: now })]);
}

export function completed<J extends Job>(
  account: Account,
  jobs: Collection<J>,
  id: string,
  came: Partial<J>,
  now: number,
) {
  const job = account.table(jobs).get(id);
  if (job === undefined) return;
  const counts = { completed_count: job.total_count, ...came };
  // Where a job said from the start when it is done, it was done no earlier.
  const completed_at = Math.max(now, job.completed_at ?? now);
  account.commit([put(jobs, { ...job, status: "complete", completed_at, ...counts })]);
}

/** How many of a job's first records fail, by a fault. */
export interface Failing {
  readonly failing?: number;
}

export const failureOf = ({ failing = 0 }: Failing, index: number, pointer = "/data") =>
  index < failing ? invalidProblem(pointer, "The service could not process it.") : undefined;

const problem = object({
  id: string(),
  code: string(),
  title: string(),
  detail: string(),
  source: object({ pointer: string() }),
});

export type JobError = Infer<typeof problem>;

/** What a bulk job shows that lists its own errors. */
export const bulkJobAttributes = {
  job_id: { shape: string(), from: "id", until: "2023-12-15" },
  status: { shape: jobStatus },
  created_at: { shape: instant(), from: "created", fraction: "always" },
  total_count: { shape: integer() },
  completed_count: { shape: integer() },
  failed_count: { shape: integer() },
  completed_at: { shape: nullable(instant()), fraction: "always" },
  errors: { shape: list(problem) },
  expires_at: { shape: instant(), fraction: "always" },
} as const satisfies Record<string, AttributeTable>;

export const bulkJobKept = { started_at: nullable(instant()) } as const;
