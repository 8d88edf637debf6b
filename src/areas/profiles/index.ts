import { subscriptionsOf } from "../../domain/consent.ts";
import { listsOf, profilesOf, segmentsOf } from "../../domain/membership.ts";
import type { ImportJob, Profile } from "../../domain/records.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { behavior } from "./behavior.ts";
import { importError, importJob } from "./import-rows.ts";
import { errorsOfImport, importWork, listsOfImport } from "./imports.ts";
import { operations } from "./operations.ts";
import { profile } from "./resources.ts";
import { subscriptionWork } from "./subscriptions.ts";
import { suppressionJob, unsuppressionJob } from "./suppression-rows.ts";
import { suppressionWork } from "./suppressions.ts";

export const profilesArea: ApiArea = {
  name: "profiles",
  resources: [profile, suppressionJob, unsuppressionJob, importJob, importError],
  operations,
  behavior,
  work: { ...subscriptionWork, ...suppressionWork, ...importWork },
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
    [importJob.type]: {
      related: {
        lists: listsOfImport,
        profiles: ({ id }: ImportJob, account) => profilesOf(account, id),
        "import-errors": errorsOfImport,
      },
    },
  },
};
