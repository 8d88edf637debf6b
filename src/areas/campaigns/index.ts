import type { ApiArea } from "../../verbs/call.ts";
import { unbuiltCampaigns } from "./unbuilt.ts";

export const campaignsArea: ApiArea = {
  name: "campaigns",
  resources: [],
  operations: unbuiltCampaigns,
};
