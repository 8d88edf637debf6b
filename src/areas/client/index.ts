import { unstored } from "../../contract/resource.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { behavior, work } from "./behavior.ts";
import { operations } from "./operations.ts";

export const clientArea: ApiArea = {
  name: "client",
  resources: [
    unstored("client-subscription", { path: "/client/subscriptions" }),
    unstored("back-in-stock-subscription", { path: "/client/back-in-stock-subscriptions" }),
  ],
  operations,
  behavior,
  work,
};
