import { merge } from "../../domain/profiles/merge.ts";
import { profileToImport, saveProfile, type ProfileToSave } from "../../domain/profiles/save.ts";
import { type Profile, profiles, profile, pushToken } from "../../domain/resources/profile.ts";
import { type Refusal, invalid, noSuchRecord, refused } from "../../jsonapi/refusal.ts";
import { invalidBody } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Invocation, Work, ApiArea } from "../../verbs/invocation.ts";
import { recordNamed } from "../../verbs/write.ts";
import { theChanged, theNew, theOne, empty } from "../../verbs/outcome.ts";
import { importBehavior, importWork, importError, importJob } from "./imports.ts";
import { operations } from "./operations.ts";
import { subscriptionBehavior, subscriptionWork } from "./subscriptions.ts";
import { suppressionBehavior, suppressionWork, suppressionJob } from "./suppressions.ts";
import { unsuppressionJob } from "./suppressions.ts";
import { eventProfileProblems } from "../../domain/events/check.ts";
import { needed } from "../../domain/profiles/identity.ts";
import { registerToken } from "../../domain/profiles/push-tokens.ts";
import { conversationsOf } from "../../domain/conversations.ts";
import { listsOf, segmentsOf } from "../../domain/segments/membership.ts";
import { predictionsOf } from "../../domain/profiles/predictions.ts";
import { affinityOf, subscriptionsOf } from "../../domain/consent/subscriptions-object.ts";

/** The three ways to write a profile (behaviour.md, 1 and 2). */
const behavior: AreaBehavior<typeof operations> = {
  ...subscriptionBehavior,
  ...suppressionBehavior,
  ...importBehavior,

  create_push_token({ account, now, body }) {
    const { attributes } = body.data;
    const at = "/data/attributes/profile";
    const problems = eventProfileProblems(account, attributes.profile.data, at, { among: needed });
    if (problems.length > 0) return invalidBody(problems);
    account.process(["push-token"], attributes, now);
    return empty(202);
  },

  create_profile: (call) => save(call, undefined, call.body.data),

  update_profile(call) {
    const record = recordNamed(call) as Profile | Refusal;
    if (refused(record)) return record;
    const { id: _, ...given } = call.body.data;
    return save(call, record, given);
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
    account.process(["merge"], { into: id, from }, now);
    return { kind: "bare", status: 202, id };
  },
};

const work: Readonly<Record<string, Work>> = {
  ...subscriptionWork,
  ...suppressionWork,
  ...importWork,
  "push-token": registerToken,
  merge: (account, { into, from }: { readonly into: string; readonly from: string }, now) =>
    merge(account, into, from, now),
};

function save({ account, now }: Invocation, known: Profile | undefined, input: ProfileToSave) {
  const saved = saveProfile(account, known, input, now);
  if (refused(saved)) return saved;
  if (saved === known) return theOne(saved);
  return known === undefined ? theNew(saved) : theChanged(saved);
}

export const profilesArea: ApiArea = {
  name: "profiles",
  resources: [profile, suppressionJob, unsuppressionJob, importJob, importError, pushToken],
  operations,
  behavior,
  work,
  bindings: {
    profile: {
      computed: {
        // Nothing tells the service of one.
        whatsapp_bsuid: () => null,
        subscriptions: ({ consent, phone_number }: Profile) =>
          subscriptionsOf(consent, phone_number),
        predictive_analytics({ id, consent }: Profile, account) {
          const predictions = predictionsOf(account, id);
          if (predictions === undefined) return undefined;
          const known = predictions["historic_clv"] !== null;
          return { ...predictions, ranked_channel_affinity: known ? affinityOf(consent) : null };
        },
      },
      related: {
        lists: ({ id }: Profile, account) => listsOf(account, id),
        segments: ({ id }: Profile, account) => segmentsOf(account, id),
        conversation: conversationsOf,
        conversations: conversationsOf,
      },
    },
  },
};
