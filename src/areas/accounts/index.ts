import type { ApiArea } from "../../verbs/call.ts";
import { operations } from "./operations.ts";
import { account } from "./resources.ts";

export const accountsArea: ApiArea = {
  name: "accounts",
  resources: [account],
  operations,
  behavior: {},
};
