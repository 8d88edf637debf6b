import type { ApiArea } from "../../verbs/call.ts";
import { plannedCampaigns } from "./planned.ts";

export const campaignsArea: ApiArea = {
  name: "campaigns",
  resources: [],
  operations: plannedCampaigns,
  behavior: {},
};
