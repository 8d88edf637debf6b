import type { Account } from "../world/account.ts";
import { type Collection, put } from "../world/store.ts";
import type { Job } from "./records.ts";

/** What every job begins with. */
export const queued = (account: Account, total: number, now: number) => ({
  seq: account.nextSeq(),
  status: "queued" as const,
  created: now,
  started_at: null,
  completed_at: null,
  total_count: total,
  completed_count: 0,
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
  account.commit([put(jobs, { ...job, status: "complete", completed_at: now, ...counts })]);
}
