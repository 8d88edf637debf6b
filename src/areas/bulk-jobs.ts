import { type ResourceTable, resource } from "../contract/resource.ts";
import { bulkJobAttributes, bulkJobKept, type JobError, taken } from "../domain/jobs.ts";
import type { Problem } from "../jsonapi/refusal.ts";
import type { Account } from "../world/account.ts";
import { ulid, uuid } from "../world/ids.ts";

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
