import type { ApiArea } from "../../verbs/call.ts";
import { numericIdInOrder } from "../../world/ids.ts";
import { operations, webFeed } from "./operations.ts";

export const webFeedsArea: ApiArea = {
  name: "web-feeds",
  resources: [webFeed],
  operations,
  behavior: {},
  bindings: {
    "web-feed": {
      // A feed has no status before it is fetched for the first time, and nothing is fetched here.
      keeping: {
        idOf: (account) => numericIdInOrder(account.dice("web feed"), account.nextSeq()),
        defaults: () => ({ status: null }),
      },
    },
  },
};
