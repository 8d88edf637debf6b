import { instant, many } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { action, get, list as collection, relations } from "../../contract/rows.ts";
import { type Infer, integer, list, nullable, object, open, string } from "../../contract/shape.ts";
import { inputOf } from "../../domain/events/check.ts";
import { completed, type Failing, failureOf, queued, started } from "../../domain/jobs.ts";
import { jobLifeMs, placeIn, jobStatus } from "../../domain/jobs.ts";
import { recorded } from "../../domain/objects/acts.ts";
import { memberships } from "../../domain/objects/records.ts";
import { hasIdentifier } from "../../domain/profiles/identity.ts";
import { profileToImport, saveProfile } from "../../domain/profiles/save.ts";
import { profileWithMeta } from "../../domain/profiles/shape.ts";
import { type List, lists } from "../../domain/resources/groups.ts";
import type { Profile } from "../../domain/resources/profile.ts";
import { joins, joinsList, membersOf, membershipId } from "../../domain/segments/membership.ts";
import { type Problem, type Refusal, invalidBody, invalidProblem } from "../../jsonapi/refusal.ts";
import { missingProblem, refused } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Work } from "../../verbs/invocation.ts";
import { theNew } from "../../verbs/outcome.ts";
import type { Account } from "../../world/account.ts";
import { importJobId } from "../../world/ids.ts";
import { dropParts } from "../../world/long-work.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import { bySize, type Slices } from "../../world/time/slices.ts";
import { bodyOf, named } from "../bodies.ts";

export const importJob = resource("profile-bulk-import-job", {
  path: "/api/profile-bulk-import-jobs",
  parameter: "job_id",
  attributes: {
    status: { shape: jobStatus },
    // Whole seconds in the answer that accepts it (recorded.md, 2).
    created_at: { shape: instant(), from: "created", fraction: "read" },
    total_count: { shape: integer() },
    completed_count: { shape: integer() },
    failed_count: { shape: integer() },
    completed_at: { shape: nullable(instant()), fraction: "read" },
    expires_at: { shape: instant(), fraction: "read" },
    started_at: { shape: nullable(instant()), fraction: "read" },
  },
  relationships: {
    lists: many("list", { ids: "lists", listed: true }),
    profiles: many("profile", { members: true }),
    "import-errors": many("import-error", { by: "job", relatedOnly: true }),
  },
  fields: {
    // It is never cancelled.
    status: { type: "string", values: ["queued", "processing", "complete"] },
    created_at: { type: "datetime", from: "created" },
  },
  orders: ["created", ["status", "created"], "status"],
  // @guess get_bulk_import_profiles_jobs: Without `sort`, the oldest job comes first.
  defaultSort: "created_at",
});

type ImportJob = RecordOf<typeof importJob>;
const imports = collectionOf(importJob);

export const importError = resource("import-error", {
  path: "/api/import-errors",
  // There is no row for one of them; the first revisions linked to it all the same.
  linked: { until: "2024-05-15" },
  attributes: {
    code: { shape: string() },
    title: { shape: string() },
    detail: { shape: string() },
    source: { shape: object({ pointer: string() }) },
    original_payload: { shape: open() },
  },
  kept: { job: string() },
  fields: { job: { type: "string" } },
  orders: ["job"],
  defaultSort: "job",
});

const importErrors = collectionOf(importError, { keys: { job: ({ job }) => job } });

/** @guess bulk_import_profiles: One import takes up to 10,000 profiles. */
const profilesMax = 10_000;

/** Its meta came out of the attributes with 2024-02-15. */
const importedProfile = profileWithMeta([{ until: "2024-02-15" }], [{ since: "2024-02-15" }]);

const newImport = bodyOf("profile-bulk-import-job", {
  attributes: object({
    profiles: object({ data: list(importedProfile, { min: 1, max: profilesMax }) }),
  }),
  "relationships?": object({ "lists?": object({ "data?": list(named("list")) }) }),
});

export const importRows = [
  collection(importJob, "get_bulk_import_profiles_jobs"),
  action(importJob, "bulk_import_profiles", { body: newImport }),
  get(importJob, "get_bulk_import_profiles_job"),
  ...relations(importJob, ["lists", "profiles", "import-errors"]),
] as const;

type Item = Infer<typeof importedProfile>;

interface WorkInput extends Failing {
  readonly id: string;
  readonly items: readonly Item[];
}

const at = "/data/attributes/profiles/data";
/** Bulk import: what is malformed is refused at once, what fails later is counted and listed. */
export const importBehavior: AreaBehavior<typeof importRows> = {
  *bulk_import_profiles({ account, now, body }) {
    const { attributes, relationships } = body.data;
    const items = attributes.profiles.data;
    const groups = relationships?.lists?.data ?? [];
    const problems = items.flatMap(({ id, attributes }, index) => {
      if (id || hasIdentifier(attributes)) return [];
      const detail = "A profile needs an id, an email, a phone_number or an external_id.";
      return [invalidProblem(`${at}/${index}/attributes`, detail)];
    });
    for (const [index, { id }] of groups.entries()) {
      if (account.table(lists).get(id) !== undefined) continue;
      problems.push(missingProblem(`/data/relationships/lists/data/${index}/id`, "list", id));
    }
    if (problems.length > 0) return invalidBody(problems);
    const job: ImportJob = {
      id: importJobId(account.dice("job"), account.id, now),
      ...queued(account, items.length, now),
      failed_count: 0,
      expires_at: now + jobLifeMs,
      lists: [...new Set(groups.map(({ id }) => id))],
    };
    account.commit([put(imports, job)]);
    account.later("import.expire", job.id, job.expires_at);
    const input: WorkInput = { id: job.id, items };
    yield* account.processInTurns(["import.start", "import"], input, now);
    return theNew(job, 202);
  },
};

export const importWork: Readonly<Record<string, Work>> = {
  "import.start": (account, { id }: WorkInput, now) => started(account, imports, id, now),
  import: (account, input: WorkInput, now) =>
    bySize(input.items.length, importAll(account, input, now)),
  "import.expire": (account, id: string) =>
    bySize(account.table(imports).get(id)?.total_count ?? 0, expire(account, id)),
};

function* importAll(account: Account, input: WorkInput, now: number): Slices<void> {
  const { id, items } = input;
  const job = account.table(imports).get(id);
  if (job === undefined) return;
  const groups = job.lists.flatMap((each) => account.table(lists).get(each) ?? []);
  let failed = 0;
  for (const [index, item] of items.entries()) {
    const failure = failureOf(input, index);
    const saved = failure ? invalidBody([failure]) : importOne(account, item, now);
    if (refused(saved)) {
      failed += 1;
      account.commit([put(importErrors, errorOf(account, id, item, index, saved))]);
    } else account.commit(joinings(account, id, groups, saved, now));
    yield;
  }
  const done = { completed_count: items.length - failed, failed_count: failed };
  completed(account, imports, id, done, now);
}

function importOne(account: Account, item: Item, now: number): Profile | Refusal {
  const { id, ...input } = inputOf(item);
  const known = profileToImport(account, id, input);
  return refused(known) ? known : saveProfile(account, known, input, now);
}

/** Into the job, and into its lists; that is no consent (behaviour.md, 6). */
function joinings(
  account: Account,
  job: string,
  groups: readonly List[],
  { id: profile }: Profile,
  now: number,
): readonly Change[] {
  const known = account.table(memberships).get(membershipId(job, profile)) !== undefined;
  const imported = { kind: "import", group: job, profile, joined: now } as const;
  const joined = groups.map((list) => joinsList(account, list, profile, now));
  const own = known ? [] : [joins(account, imported)];
  const changes = [...own, ...joined.flatMap((each) => each.changes)];
  const done = joined.flatMap((each) => each.done);
  return recorded(account, changes, done, now);
}

function errorOf(account: Account, job: string, item: Item, index: number, { problems }: Refusal) {
  const { code, title, detail, pointer } = problems[0] as Problem;
  const own = { id: `${job}:${index}`, seq: account.nextSeq(), job };
  const source = { pointer: placeIn(`${at}/${index}`, pointer) };
  return { ...own, code, title, detail, source, original_payload: item };
}

function* expire(account: Account, id: string): Slices<void> {
  yield* dropParts(account, membersOf, id);
  yield* dropParts(account, [importErrors, ["job"]], id);
  account.commit([drop(imports, id)]);
}
