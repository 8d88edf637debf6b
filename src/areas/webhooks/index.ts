import type { ApiArea } from "../../verbs/call.ts";
import { plannedWebhooks } from "./planned.ts";

export const webhooksArea: ApiArea = {
  name: "webhooks",
  resources: [],
  operations: plannedWebhooks,
  behavior: {},
};
