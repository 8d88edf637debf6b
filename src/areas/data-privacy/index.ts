import { unstored } from "../../contract/resource.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { behavior, work } from "./behavior.ts";
import { operations } from "./operations.ts";

export const dataPrivacyArea: ApiArea = {
  name: "data-privacy",
  resources: [unstored("data-privacy-deletion-job", { path: "/api/data-privacy-deletion-jobs" })],
  operations,
  behavior,
  work,
};
