import type { ApiArea } from "../../verbs/call.ts";
import { plannedClient } from "./planned.ts";

export const clientArea: ApiArea = {
  name: "client",
  resources: [],
  operations: plannedClient,
  behavior: {},
};
