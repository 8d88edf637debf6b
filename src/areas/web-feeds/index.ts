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
      // @guess: a feed is fetched at once, and was fine.
      keeping: {
        idOf: (account) => numericIdInOrder(account.dice("web feed"), account.nextSeq()),
        defaults: () => ({ status: "ok" }),
      },
    },
  },
};
