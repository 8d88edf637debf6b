import { type Infer, absentIfNull, during, integer, list, literal } from "../../contract/shape.ts";
import { nullable, object, required, string } from "../../contract/shape.ts";
import { bodyOf, named } from "../bodies.ts";
import { instant, many } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { fixedPages } from "../../contract/row-options.ts";
import { action, get, list as collection } from "../../contract/rows.ts";
import { jobStatus, completed, taken } from "../../domain/jobs.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { profilesMax } from "./subscriptions.ts";
import { type Membership, memberships } from "../../domain/objects/records.ts";
import { lists, segments } from "../../domain/resources/groups.ts";
import { membersOf } from "../../domain/segments/membership.ts";
import { suppress, type Suppressing } from "../../domain/consent/subscribe.ts";
import { invalid, invalidEnd, refused } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Invocation, Work } from "../../verbs/invocation.ts";
import { type Outcome, theNew } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { ulid } from "../../world/ids.ts";
import { bySize, type Slices } from "../../world/time/slices.ts";
import { put } from "../../world/store/store.ts";

const job = (type: string) =>
  resource(type, {
    path: `/api/${type}s`,
    parameter: "job_id",
    attributes: {
      status: { shape: jobStatus },
      created_at: { shape: instant(), from: "created", fraction: "always" },
      total_count: { shape: integer() },
      completed_count: { shape: integer() },
      completed_at: { shape: nullable(instant()), fraction: "always" },
      // Those for whom it changed nothing.
      skipped_count: { shape: integer() },
    },
    // The list or segment whose members it is about: at most one, in one of the two.
    relationships: {
      lists: many("list", { ids: "lists", embedded: true }),
      segments: many("segment", { ids: "segments", embedded: true }),
    },
    kept: { started_at: nullable(instant()) },
    fields: { list_id: { type: "string" }, segment_id: { type: "string" } },
    orders: ["created", ["status", "created"], ["list_id", "created"], ["segment_id", "created"]],
    // @guess get_bulk_*suppress_profiles_jobs: The oldest job comes first.
    defaultSort: "created",
  });

type SuppressionJob = RecordOf<ReturnType<typeof job>>;

const keys = {
  list_id: ({ lists: [id] }: SuppressionJob) => id ?? null,
  segment_id: ({ segments: [id] }: SuppressionJob) => id ?? null,
} as const;

export const suppressionJob = job("profile-suppression-bulk-create-job");
export const unsuppressionJob = job("profile-suppression-bulk-delete-job");
const suppressions = collectionOf(suppressionJob, { keys });
const unsuppressions = collectionOf(unsuppressionJob, { keys });

const onlyPeople = { until: "2024-02-15" } as const;

const person = object({
  type: literal("profile"),
  attributes: object({ email: string({ format: "email" }) }),
});
const people = object({ data: list(person, { min: 1, max: profilesMax }) });

/** Whom it is about: profiles, or since 2024-02-15 a list, or a segment. */
const body = (act: "create" | "delete") =>
  bodyOf(`profile-suppression-bulk-${act}-job`, {
    attributes: object({ "profiles?": required(absentIfNull(people), onlyPeople) }),
    "relationships?": during(groups, { since: "2024-02-15" }),
  });

const groups = object({
  "list?": object({ "data?": named("list") }),
  "segment?": object({ "data?": named("segment") }),
});

/** The request shows its job since 2024-10-15 (behaviour.md, 1). */
const accepted = [
  { status: 202, empty: true, until: "2024-10-15" },
  { status: 202, empty: false, since: "2024-10-15" },
] as const;

const listing = { paging: [fixedPages(20)] } as const;

export const suppressionRows = [
  collection(suppressionJob, "get_bulk_suppress_profiles_jobs", listing),
  action(suppressionJob, "bulk_suppress_profiles", { body: body("create"), success: accepted }),
  get(suppressionJob, "get_bulk_suppress_profiles_job"),
  collection(unsuppressionJob, "get_bulk_unsuppress_profiles_jobs", listing),
  action(unsuppressionJob, "bulk_unsuppress_profiles", { body: body("delete"), success: accepted }),
  get(unsuppressionJob, "get_bulk_unsuppress_profiles_job"),
] as const;

const jobsOf = { suppress: suppressions, unsuppress: unsuppressions } as const;
type Act = keyof typeof jobsOf;

type Data = Infer<ReturnType<typeof body>>["data"];

type WorkInput = { readonly id: string; readonly people: readonly Suppressing[] };

/** Suppress and unsuppress, by profiles, list or segment (behaviour.md, 5 and 6). */
export const suppressionBehavior: AreaBehavior<typeof suppressionRows> = {
  bulk_suppress_profiles: (call) => accept(call, "suppress", call.body.data),
  bulk_unsuppress_profiles: (call) => accept(call, "unsuppress", call.body.data),
};

const finishing =
  (act: Act): Work =>
  (account, input: WorkInput, now) =>
    bySize(input.people.length, finish(account, act, input, now));

export const suppressionWork: Readonly<Record<string, Work>> = {
  suppress: finishing("suppress"),
  unsuppress: finishing("unsuppress"),
};

function* accept({ account, now }: Invocation, act: Act, data: Data): Slices<Outcome> {
  const target = yield* targetOf(account, data);
  if (refused(target)) return target;
  const { people, ...groups } = target;
  const job: SuppressionJob = {
    id: ulid(account.dice("job"), account.idInstant(now)),
    ...taken(account, 0, now),
    // It is there from the start, and so is no sign that the job is done (recorded.md, 4).
    completed_at: now + account.dice("job").integer(1, 9),
    skipped_count: 0,
    ...groups,
  };
  account.commit([put(jobsOf[act], job)]);
  yield* account.processInTurns([act], { id: job.id, people }, now);
  return theNew(job, 202);
}

function* finish(account: Account, act: Act, { id, people }: WorkInput, now: number): Slices<void> {
  let done = 0;
  for (const who of people) {
    if (suppress(account, act, who, now)) done += 1;
    yield;
  }
  const total_count = people.length;
  const counts = { total_count, completed_count: done, skipped_count: total_count - done };
  completed(account, jobsOf[act], id, counts, now);
}

/** Whom it is about: profiles, or the members that a list or segment has now; never two of these. */
function* targetOf(account: Account, { attributes = {}, relationships = {} }: Data) {
  const { list, segment } = relationships;
  const named = [attributes.profiles, list?.data, segment?.data].filter((each) => each != null);
  if (named.length !== 1) {
    const detail = "Expected profiles, or a list, or a segment: one of the three.";
    return invalid("/data", detail);
  }
  if (attributes.profiles !== undefined) {
    const people = attributes.profiles.data.map(({ attributes: { email } }) => ({ email }));
    return { people, lists: [], segments: [] };
  }
  const [kind, table] = list?.data
    ? (["list", account.table(lists)] as const)
    : (["segment", account.table(segments)] as const);
  const id = (list?.data ?? segment?.data)?.id ?? "";
  if (table.get(id) === undefined) {
    return invalidEnd(`/data/relationships/${kind}/data/id`, kind, id);
  }
  const people: Suppressing[] = [];
  const whom = ({ profile }: Membership) => void people.push({ id: profile });
  yield* account.table(memberships).visit(membersOf[1], { prefix: [id] }, whom);
  return { people, lists: [], segments: [], [`${kind}s`]: [id] };
}
