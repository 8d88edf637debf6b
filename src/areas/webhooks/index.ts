import type { ApiArea } from "../../verbs/call.ts";
import { unbuiltWebhooks } from "./unbuilt.ts";

export const webhooksArea: ApiArea = {
  name: "webhooks",
  resources: [],
  operations: unbuiltWebhooks,
};
