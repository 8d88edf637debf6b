import { type AttributeTable, instant } from "../contract/members.ts";
import { type ResourceTable, resource } from "../contract/resource.ts";
import { type Infer, integer, list, literal, nullable, object, string } from "../contract/shape.ts";
import { invalidProblem, type Problem } from "../jsonapi/refusal.ts";
import type { Account } from "../world/account.ts";
import { ulid, uuid } from "../world/ids.ts";
import type { Stored } from "../world/store/record.ts";
import { type Collection, put } from "../world/store/store.ts";

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
export type Failing = { readonly failing?: number };

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

const bulkJobAttributes = {
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

const bulkJobKept = { started_at: nullable(instant()) } as const;

/** How long a job can be read after it was made (behaviour.md, 5). */
export const jobLifeMs = 7 * 86_400_000;

/** A bulk job that lists its own errors. */
export const bulkJobResource = <
  const T extends string,
  const R extends NonNullable<ResourceTable["relationships"]>,
>(
  type: T,
  relationships: R,
) =>
  resource(type, {
    path: `/api/${type}s`,
    parameter: "job_id",
    attributes: bulkJobAttributes,
    relationships,
    kept: bulkJobKept,
    orders: ["created", ["status", "created"]],
    // @guess get_bulk_*_items_jobs, get_bulk_*_variants_jobs, get_bulk_*_categories_jobs, get_bulk_create_coupon_code_jobs: The oldest job comes first.
    defaultSort: "created",
  });

export const newBulkJob = (account: Account, count: number, now: number) => ({
  id: ulid(account.dice("job"), account.idInstant(now)),
  ...taken(account, count, now),
  failed_count: 0,
  expires_at: now + jobLifeMs,
  errors: [],
});

export const jobError = (
  account: Account,
  { code, title, detail, pointer }: Problem,
): JobError => ({ id: uuid(account.dice("job error")), code, title, detail, source: { pointer } });

/** A place in the body of one thing, as it is in a body of several. @param at where that has the thing */
export const placeIn = (at: string, pointer: string): string =>
  pointer.replace(/^\/data\/?/, `${at}/`).replace(/\/$/, "");
