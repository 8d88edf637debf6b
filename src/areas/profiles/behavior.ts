import { profiles } from "../../domain/collections.ts";
import { findProfile, findRival, hasIdentifier, phoneAlone } from "../../domain/identity.ts";
import type { ProfileInput } from "../../domain/profile-shape.ts";
import { metaProblems, newProfile, writeProfile } from "../../domain/profile-write.ts";
import type { Profile } from "../../domain/records.ts";
import { duplicateProfile, invalid, invalidBody, notBuilt } from "../../jsonapi/refusal.ts";
import { noSuchRecord, type Refusal, refused } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Call } from "../../verbs/call.ts";
import { recordOf } from "../../verbs/get.ts";
import { type Outcome, theOne } from "../../verbs/outcome.ts";
import { put } from "../../world/store.ts";
import type { operations } from "./operations.ts";
import { subscriptionBehavior } from "./subscriptions.ts";
import { suppressionBehavior } from "./suppressions.ts";

type Input = Pick<ProfileInput, "attributes" | "properties" | "meta">;

/** The three ways to write a profile (behaviour.md, 1 and 2). */
export const behavior: AreaBehavior<typeof operations> = {
  ...subscriptionBehavior,
  ...suppressionBehavior,

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
    const table = call.account.table(profiles);
    if (!id) return save(call, findProfile(table, input.attributes), input);
    // @guess: an id that is not there is not created.
    const known = table.get(id);
    return known === undefined ? noSuchRecord("profile", id) : save(call, known, input);
  },
};

/** Writes over a known profile, or makes one, if its identifiers allow it. */
function save({ account, now }: Call, known: Profile | undefined, input: Input): Outcome {
  const { attributes, meta } = input;
  const problems = metaProblems(meta, "/data/meta");
  if (problems.length > 0) return invalidBody(problems);
  if (meta?.patch_identifiers) return notBuilt("patch_identifiers", "profiles");
  const rival = findRival(account.table(profiles), attributes, known?.id);
  if (rival !== undefined) return duplicateProfile(rival.id);
  const wrong = identifierProblem(account, { ...known, ...attributes }, known !== undefined);
  if (wrong !== undefined) return wrong;
  const profile = writeProfile(known ?? newProfile(account, now), input, now);
  account.commit([put(profiles, profile)]);
  return theOne(profile, known === undefined ? 201 : 200);
}

/** A profile has an identifier; a phone number alone only where SMS is set up. */
function identifierProblem(
  account: Call["account"],
  written: Input["attributes"],
  known: boolean,
): Refusal | undefined {
  if (!hasIdentifier(written)) {
    const detail = "A profile needs an email, a phone_number or an external_id.";
    return invalid("/data/attributes", detail);
  }
  if (known || !phoneAlone(account, written)) return undefined;
  const detail = "SMS is not set up on this account: an email or external_id is needed as well.";
  return invalid("/data/attributes/phone_number", detail, "set sms: true in the account's fixture");
}
