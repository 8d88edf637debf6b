import { merge } from "../../domain/profiles/merge.ts";
import { profileToImport, saveProfile, type ProfileToSave } from "../../domain/profiles/save.ts";
import { type Profile, profiles } from "../../domain/resources/profile.ts";
import { invalid, noSuchRecord, refused, invalidBody } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Invocation, Work } from "../../verbs/invocation.ts";
import { recordOf } from "../../verbs/get.ts";
import { type Outcome, theChanged, theNew, theOne, empty } from "../../verbs/outcome.ts";
import { importBehavior, importWork } from "./imports.ts";
import type { operations } from "./operations.ts";
import { subscriptionBehavior, subscriptionWork } from "./subscriptions.ts";
import { suppressionBehavior, suppressionWork } from "./suppressions.ts";
import { eventProfileProblems } from "../../domain/events/check.ts";
import { needed } from "../../domain/profiles/identity.ts";
import { registerToken } from "../../domain/profiles/push-tokens.ts";
import type { PushTokenInput } from "../../domain/profiles/shown-shapes.ts";
import type { pushTokenRows } from "./push-token-rows.ts";

const pushTokenBehavior: AreaBehavior<typeof pushTokenRows> = {
  create_push_token({ account, now, body }) {
    const { attributes } = body.data;
    const at = "/data/attributes/profile";
    const problems = eventProfileProblems(account, attributes.profile.data, at, {
      among: needed,
    });
    if (problems.length > 0) return invalidBody(problems);
    account.process(["push-token"], attributes, now);
    return empty(202);
  },
};

const pushTokenWork: Readonly<Record<string, Work>> = {
  "push-token": (account, input: PushTokenInput, now) => registerToken(account, input, now),
};

/** The three ways to write a profile (behaviour.md, 1 and 2). */
export const behavior: AreaBehavior<typeof operations> = {
  ...subscriptionBehavior,
  ...suppressionBehavior,
  ...importBehavior,
  ...pushTokenBehavior,

  create_profile: (call) => save(call, undefined, call.body.data),

  update_profile(call) {
    const record = recordOf(call);
    if (refused(record)) return record;
    const { id, attributes, ...rest } = call.body.data;
    if (id !== record.id) return invalid("/data/id", `The id must be the path's: ${record.id}.`);
    return save(call, record as Profile, { attributes: attributes ?? {}, ...rest });
  },

  create_or_update_profile(call) {
    const { id, ...input } = call.body.data;
    const known = profileToImport(call.account, id, input);
    return refused(known) ? known : save(call, known, input);
  },

  merge_profiles({ account, now, body }) {
    const { id, relationships } = body.data;
    const table = account.table(profiles);
    const from = relationships.profiles.data[0]?.id ?? "";
    const place = "/data/relationships/profiles/data/0/id";
    if (from === id) return invalid(place, "A profile cannot be merged into itself.");
    for (const named of [id, from]) {
      if (table.get(named) === undefined) return noSuchRecord("profile", named);
    }
    account.process(["merge"], { into: id, from } satisfies Merging, now);
    return { kind: "bare", status: 202, id };
  },
};

interface Merging {
  readonly into: string;
  readonly from: string;
}

export const work: Readonly<Record<string, Work>> = {
  ...subscriptionWork,
  ...suppressionWork,
  ...importWork,
  ...pushTokenWork,
  merge: (account, { into, from }: Merging, now) => merge(account, into, from, now),
};

/** Writes over a known profile, or makes one, if its identifiers allow it. */
function save(
  { account, now }: Invocation,
  known: Profile | undefined,
  input: ProfileToSave,
): Outcome {
  const saved = saveProfile(account, known, input, now);
  if (refused(saved)) return saved;
  if (saved === known) return theOne(saved);
  return known === undefined ? theNew(saved) : theChanged(saved);
}
