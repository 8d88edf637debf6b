import { conversationsOf } from "../../domain/conversations.ts";
import { listsOf, segmentsOf } from "../../domain/segments/membership.ts";
import { predictionsOf } from "../../domain/profiles/predictions.ts";
import { type Profile, profile, pushToken } from "../../domain/resources/profile.ts";
import { affinityOf, subscriptionsOf } from "../../domain/consent/subscriptions-object.ts";
import type { ApiArea } from "../../verbs/invocation.ts";
import { behavior, work } from "./behavior.ts";
import { importError, importJob } from "./import-rows.ts";
import { operations } from "./operations.ts";
import { suppressionJob, unsuppressionJob } from "./suppression-rows.ts";

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
