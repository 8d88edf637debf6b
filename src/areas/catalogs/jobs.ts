import { many } from "../../contract/members.ts";
import { type RecordOf, type Resource, resource } from "../../contract/resource.ts";
import {
  bulkJobAttributes,
  bulkJobKept,
  completed,
  type Failing,
  failureOf,
  taken,
} from "../../domain/jobs.ts";
import type { Dated } from "../../domain/campaigns/links.ts";
import { invalidBody, type Problem, type Refusal, refused } from "../../jsonapi/refusal.ts";
import type { Invocation, Work } from "../../verbs/invocation.ts";
import { type Outcome, theNew } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { ulid, uuid } from "../../world/ids.ts";
import { type Collection, drop, put } from "../../world/store/store.ts";
import { categories, items, type Kind, variants } from "./kinds.ts";
import { createOne, deleteOne, type Given, updateOne } from "./write.ts";

/** What a job does with each of the things that it is given: the same as is done with one alone. */
const acts = { create: createOne, update: updateOne, delete: deleteOne } as const;
export type Act = keyof typeof acts;

/** One type of job. */
export interface BulkJob<A extends Act = Act, K extends Kind = Kind> {
  readonly act: A;
  readonly kind: K;
  readonly jobs: Collection<CatalogJob>;
  readonly resource: Resource;
}

/** Its records hold the ids of those that it created, updated or deleted. */
const jobResource = (act: Act, { type: of, plural }: Kind) => {
  const type = `${of}-bulk-${act}-job`;
  return resource(type, {
    path: `/api/${type}s`,
    parameter: "job_id",
    attributes: bulkJobAttributes,
    relationships: {
      [plural as "done"]: many(of, { ids: "done", embedded: true, unlinked: true, later: true }),
    },
    kept: bulkJobKept,
    orders: ["created", ["status", "created"]],
    // @guess get_bulk_*_items_jobs, get_bulk_*_variants_jobs, get_bulk_*_categories_jobs: The oldest job comes first.
    defaultSort: "created",
  });
};

/** A bulk creation, update or deletion of items, variants or categories. */
type CatalogJob = RecordOf<ReturnType<typeof jobResource>>;

function bulkJob<A extends Act, K extends Kind>(act: A, kind: K): BulkJob<A, K> {
  const of = jobResource(act, kind);
  return { act, kind, jobs: collectionOf(of), resource: of };
}

/** Every type of job on a catalog. */
export const bulkJobs = {
  createItems: bulkJob("create", items),
  updateItems: bulkJob("update", items),
  deleteItems: bulkJob("delete", items),
  createVariants: bulkJob("create", variants),
  updateVariants: bulkJob("update", variants),
  deleteVariants: bulkJob("delete", variants),
  createCategories: bulkJob("create", categories),
  updateCategories: bulkJob("update", categories),
  deleteCategories: bulkJob("delete", categories),
} as const;

const byType: ReadonlyMap<string, BulkJob> = new Map(
  Object.values(bulkJobs).map((job) => [job.resource.type, job]),
);

function jobOf(type: string): BulkJob {
  const job = byType.get(type);
  if (job === undefined) throw new Error(`${type} is no bulk job of a catalog`);
  return job;
}

/** A job can be read for a week after it was made (behaviour.md, 5). */
const lifeMs = 7 * 86_400_000;

/** What the work of one job is given. */
interface WorkInput extends Failing {
  readonly type: string;
  readonly id: string;
  readonly given: readonly Given[];
}

type Spawning = Invocation & {
  readonly body: {
    readonly data: {
      readonly attributes: Readonly<Record<string, { readonly data: readonly Given[] }>>;
    };
  };
};

/** Accepts a job of the row's type. Its shape has refused what is malformed: the rest is judged then. */
export function spawn({ account, operation, body, now }: Spawning): Outcome {
  const { jobs, kind } = jobOf(operation.resource);
  const given = body.data.attributes[kind.plural]?.data ?? [];
  const job: CatalogJob = {
    id: ulid(account.dice("job"), account.idInstant(now)),
    ...taken(account, given.length, now),
    failed_count: 0,
    expires_at: now + lifeMs,
    errors: [],
    done: [],
  };
  account.commit([put(jobs, job)]);
  const input = { type: operation.resource, id: job.id };
  account.later("catalog-job.expire", input, job.expires_at);
  account.process(
    ["catalog-job.start", "catalog-job"],
    { ...input, given } satisfies WorkInput,
    now,
  );
  return theNew(job, 202);
}

export const work: Readonly<Record<string, Work>> = {
  // A deletion can be seen to go on, the others only to be done (recorded.md, 4).
  "catalog-job.start": (account, input: WorkInput, now) => {
    const half = Math.ceil(input.given.length / 2);
    if (jobOf(input.type).act === "delete") go(account, input, half, now);
  },
  "catalog-job": finish,
  "catalog-job.expire": (account, { type, id }: Omit<WorkInput, "given">) =>
    account.commit([drop(jobOf(type).jobs, id)]),
};

function finish(account: Account, input: WorkInput, now: number): void {
  const job = go(account, input, input.given.length, now);
  if (job === undefined) return;
  const { id, completed_count } = job;
  completed(account, jobOf(input.type).jobs, id, { completed_count }, now);
}

/**
 * Goes on with a job, up to the thing at `end`. Each in its turn, so that one may name another before
 * it; what fails is counted, and told why.
 *
 * @returns the job as it is then; undefined: it is gone
 */
function go(account: Account, input: WorkInput, end: number, now: number): CatalogJob | undefined {
  const { type, id, given } = input;
  const { act, kind, jobs } = jobOf(type);
  const job = account.table(jobs).get(id);
  if (job === undefined) return undefined;
  const done = new Set(job.done);
  const errors = [...job.errors];
  let { completed_count, failed_count } = job;
  for (let index = completed_count + failed_count; index < end; index += 1) {
    const failure = failureOf(input, index);
    const came: Dated | Refusal = failure
      ? invalidBody([failure])
      : acts[act](account, kind, given[index] ?? {}, now);
    if (!refused(came)) {
      completed_count += 1;
      done.add(came.id);
      continue;
    }
    failed_count += 1;
    errors.push(...came.problems.map((problem) => errorOf(account, kind, index, problem)));
  }
  const went = { ...job, completed_count, failed_count, errors, done: [...done] };
  account.commit([put(jobs, went)]);
  return went;
}

const errorOf = (
  account: Account,
  { plural }: Kind,
  index: number,
  { code, title, detail, pointer }: Problem,
) => {
  const at = `/data/attributes/${plural}/data/${index}`;
  const source = { pointer: pointer.replace(/^\/data\/?/, `${at}/`).replace(/\/$/, "") };
  return { id: uuid(account.dice("job error")), code, title, detail, source };
};
