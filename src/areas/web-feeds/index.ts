import type { ApiArea } from "../../verbs/call.ts";
import { plannedWebFeeds } from "./planned.ts";

export const webFeedsArea: ApiArea = {
  name: "web-feeds",
  resources: [],
  operations: plannedWebFeeds,
  behavior: {},
};
