import { memberships } from "../../domain/objects/records.ts";
import type { Infer } from "../../contract/shape.ts";
import { inputOf } from "../../domain/events/check.ts";
import { completed, type Failing, failureOf, queued, started } from "../../domain/jobs.ts";
import { joins, joinsList, membersOf, membershipId } from "../../domain/segments/membership.ts";
import { profileToImport, saveProfile } from "../../domain/profiles/save.ts";
import { hasIdentifier } from "../../domain/profiles/identity.ts";
import { recorded } from "../../domain/objects/acts.ts";
import { type List, lists } from "../../domain/resources/groups.ts";
import type { Profile } from "../../domain/resources/profile.ts";
import { type Problem, type Refusal, invalidBody, invalidProblem } from "../../jsonapi/refusal.ts";
import { missingProblem, refused } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Work } from "../../verbs/invocation.ts";
import { theNew } from "../../verbs/outcome.ts";
import { jobLifeMs, placeIn } from "../bulk-jobs.ts";
import type { Account } from "../../world/account.ts";
import { dropParts } from "../../world/long-work.ts";
import { importJobId } from "../../world/ids.ts";
import { bySize, type Slices } from "../../world/time/slices.ts";
import { type Change, drop, put } from "../../world/store/store.ts";
import type { ImportJob, importedProfile, importRows } from "./import-rows.ts";
import { importErrors, imports } from "./import-rows.ts";

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
