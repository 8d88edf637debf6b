import type { RecordOf, Resource } from "../../contract/resource.ts";
import { completed, type Failing, failureOf, bulkJobResource } from "../../domain/jobs.ts";
import { jobError, newBulkJob, placeIn } from "../../domain/jobs.ts";
import { many } from "../../contract/members.ts";
import type { Dated } from "../../domain/campaigns/links.ts";
import { invalidBody, type Refusal, refused } from "../../jsonapi/refusal.ts";
import type { Invocation, Work } from "../../verbs/invocation.ts";
import { type Outcome, theNew } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { type Collection, drop, put } from "../../world/store/store.ts";
import { type Kind, type Given, categories, items, variants, createOne } from "./kinds.ts";
import { deleteOne, updateOne } from "./kinds.ts";

const acts = { create: createOne, update: updateOne, delete: deleteOne } as const;
export type Act = keyof typeof acts;

export interface BulkJob<A extends Act = Act, K extends Kind = Kind> {
  readonly act: A;
  readonly kind: K;
  readonly jobs: Collection<CatalogJob>;
  readonly resource: Resource;
}

/** Its records hold the ids of those that it created, updated or deleted. */
const jobResource = (act: Act, { type: of, plural }: Kind) =>
  bulkJobResource(`${of}-bulk-${act}-job`, {
    [plural as "done"]: many(of, { ids: "done", embedded: true, unlinked: true, later: true }),
  });

type CatalogJob = RecordOf<ReturnType<typeof jobResource>>;

function bulkJob<A extends Act, K extends Kind>(act: A, kind: K): BulkJob<A, K> {
  const of = jobResource(act, kind);
  return { act, kind, jobs: collectionOf(of), resource: of };
}

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
const jobOf = (type: string) => byType.get(type) as BulkJob;

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
  const job: CatalogJob = { ...newBulkJob(account, given.length, now), done: [] };
  account.commit([put(jobs, job)]);
  const input: WorkInput = { type: operation.resource, id: job.id, given };
  account.later("catalog-job.expire", { type: input.type, id: job.id }, job.expires_at);
  account.process(["catalog-job.start", "catalog-job"], input, now);
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

/** Goes on with a job up to `end`: each in its turn, so that one may name another before it. @returns undefined: it is gone */
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
    for (const problem of came.problems) {
      const pointer = placeIn(`/data/attributes/${kind.plural}/data/${index}`, problem.pointer);
      errors.push(jobError(account, { ...problem, pointer }));
    }
  }
  const went = { ...job, completed_count, failed_count, errors, done: [...done] };
  account.commit([put(jobs, went)]);
  return went;
}
