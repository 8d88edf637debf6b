import type { Attribute } from "../contract/resource.ts";
import { list, literal, object, string } from "../contract/shape.ts";
import type { Account } from "../world/account.ts";
import { type Collection, put } from "../world/store.ts";
import { type Job, jobStatuses } from "./records.ts";

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

/** The job has been taken up. A job that is gone meanwhile stays gone. */
export function started<J extends Job>(
  account: Account,
  jobs: Collection<J>,
  id: string,
  now: number,
) {
  const job = account.table(jobs).get(id);
  if (job !== undefined) {
    account.commit([put(jobs, { ...job, status: "processing", started_at: now })]);
  }
}

/** The job is done, with what it came to. */
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

/** Why one thing of a job was not done. */
const problem = object({
  id: string(),
  code: string(),
  title: string(),
  detail: string(),
  source: object({ pointer: string() }),
});

/** What a bulk job shows that lists its own errors. */
export const bulkJobAttributes = {
  job_id: { type: "string", from: "id", nullable: false, until: "2023-12-15" },
  status: { type: "string", shape: literal(...jobStatuses), nullable: false },
  created_at: { type: "datetime", from: "created", fraction: "always", nullable: false },
  total_count: { type: "integer", nullable: false },
  completed_count: { type: "integer", nullable: false },
  failed_count: { type: "integer", nullable: false },
  completed_at: { type: "datetime", fraction: "always" },
  errors: { type: "any", shape: list(problem), nullable: false },
  expires_at: { type: "datetime", fraction: "always" },
} as const satisfies Record<string, Attribute>;
