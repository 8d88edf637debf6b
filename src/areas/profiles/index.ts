import { subscriptionsOf } from "../../domain/consent.ts";
import { listsOf, segmentsOf } from "../../domain/membership.ts";
import type { Profile } from "../../domain/records.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { behavior } from "./behavior.ts";
import { operations } from "./operations.ts";
import { profile } from "./resources.ts";
import { subscriptionWork } from "./subscriptions.ts";
import { suppressionJob, unsuppressionJob } from "./suppression-rows.ts";
import { suppressionWork } from "./suppressions.ts";

export const profilesArea: ApiArea = {
  name: "profiles",
  resources: [profile, suppressionJob, unsuppressionJob],
  operations,
  behavior,
  work: { ...subscriptionWork, ...suppressionWork },
  bindings: {
    profile: {
      computed: {
        subscriptions: ({ consent }: Profile) => subscriptionsOf(consent),
        // Left away for accounts that are not eligible (behaviour.md, 13), which is every account
        // until the predictions are built.
        predictive_analytics: () => undefined,
      },
      related: {
        lists: ({ id }: Profile, account) => listsOf(account, id),
        segments: ({ id }: Profile, account) => segmentsOf(account, id),
      },
    },
  },
};
