import { type Membership, memberships } from "../../domain/objects/records.ts";
import { lists, segments } from "../../domain/resources/groups.ts";
import { completed, taken } from "../../domain/jobs.ts";
import { membersOf } from "../../domain/segments/membership.ts";
import { suppress, type Suppressing } from "../../domain/consent/subscribe.ts";
import { invalid, invalidEnd, type Refusal, refused } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Invocation, Work } from "../../verbs/invocation.ts";
import { type Outcome, theNew } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { ulid } from "../../world/ids.ts";
import { bySize, type Slices } from "../../world/time/slices.ts";
import { put } from "../../world/store/store.ts";
import {
  type SuppressionJob,
  type suppressionRows,
  suppressions,
  unsuppressions,
} from "./suppression-rows.ts";

const jobsOf = { suppress: suppressions, unsuppress: unsuppressions } as const;
type Act = keyof typeof jobsOf;

/** Both requests name the same. */
interface Data {
  readonly attributes?: {
    readonly profiles?: { readonly data: readonly { attributes: { email: string } }[] };
  };
  readonly relationships?: {
    readonly list?: { readonly data?: { readonly id: string } | null };
    readonly segment?: { readonly data?: { readonly id: string } | null };
  };
}

/** What a job works on once it is processed. */
interface WorkInput {
  readonly id: string;
  readonly people: readonly Suppressing[];
}

/** Suppress and unsuppress, by profiles, list or segment (behaviour.md, 5 and 6). */
export const suppressionBehavior: AreaBehavior<typeof suppressionRows> = {
  bulk_suppress_profiles: (call) => accept(call, "suppress", call.body.data),
  bulk_unsuppress_profiles: (call) => accept(call, "unsuppress", call.body.data),
};

export const suppressionWork: Readonly<Record<string, Work>> = {
  suppress: (account, input: WorkInput, now) =>
    bySize(input.people.length, finish(account, "suppress", input, now)),
  unsuppress: (account, input: WorkInput, now) =>
    bySize(input.people.length, finish(account, "unsuppress", input, now)),
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
  const came = {
    total_count: people.length,
    completed_count: done,
    skipped_count: people.length - done,
  };
  completed(account, jobsOf[act], id, came, now);
}

/** Whom it is about: profiles, or the members that a list or segment has now; never two of these. */
function* targetOf(
  account: Account,
  { attributes = {}, relationships = {} }: Data,
): Slices<(Pick<SuppressionJob, "lists" | "segments"> & Pick<WorkInput, "people">) | Refusal> {
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
  return kind === "list"
    ? { people, lists: [id], segments: [] }
    : { people, lists: [], segments: [id] };
}
