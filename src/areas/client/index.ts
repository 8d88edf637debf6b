import { resource } from "../../contract/resource.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { behavior, work } from "./behavior.ts";
import { operations } from "./operations.ts";

export const clientArea: ApiArea = {
  name: "client",
  resources: [
    resource("client-subscription", { path: "/client/subscriptions" }),
    resource("back-in-stock-subscription", { path: "/client/back-in-stock-subscriptions" }),
  ],
  operations,
  behavior,
  work,
};
