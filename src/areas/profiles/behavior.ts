import { profileToImport, saveProfile, type ProfileToSave } from "../../domain/profile-save.ts";
import { metaProblems } from "../../domain/profile-write.ts";
import type { Profile } from "../../domain/records.ts";
import { invalid, invalidBody, notBuilt, refused } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Call } from "../../verbs/call.ts";
import { recordOf } from "../../verbs/get.ts";
import { type Outcome, theOne } from "../../verbs/outcome.ts";
import { importBehavior } from "./imports.ts";
import type { operations } from "./operations.ts";
import { subscriptionBehavior } from "./subscriptions.ts";
import { suppressionBehavior } from "./suppressions.ts";

/** The three ways to write a profile (behaviour.md, 1 and 2). */
export const behavior: AreaBehavior<typeof operations> = {
  ...subscriptionBehavior,
  ...suppressionBehavior,
  ...importBehavior,

  create_profile: (call) => save(call, undefined, call.body.data),

  update_profile(call) {
    const record = recordOf(call);
    if (refused(record)) return record;
    const { id, attributes, ...rest } = call.body.data;
    if (id !== record.id) return invalid("/data/id", `The id must be the path's: ${record.id}.`);
    return save(call, record as Profile, { ...rest, attributes: attributes ?? {} });
  },

  create_or_update_profile(call) {
    const { id, ...input } = call.body.data;
    const known = profileToImport(call.account, id, input);
    return refused(known) ? known : save(call, known, input);
  },
};

/** Writes over a known profile, or makes one, if its identifiers allow it. */
function save({ account, now }: Call, known: Profile | undefined, input: ProfileToSave): Outcome {
  const problems = metaProblems(input.meta, "/data/meta");
  if (problems.length > 0) return invalidBody(problems);
  if (input.meta?.patch_identifiers) return notBuilt("patch_identifiers", "profiles");
  const saved = saveProfile(account, known, input, now);
  return refused(saved) ? saved : theOne(saved, known === undefined ? 201 : 200);
}
