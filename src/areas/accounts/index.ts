import { account } from "../../domain/resources/account.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { operations } from "./operations.ts";

export const accountsArea: ApiArea = { name: "accounts", resources: [account], operations };
