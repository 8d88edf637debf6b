import type { ApiArea } from "../../verbs/call.ts";
import { operations, webFeed } from "./operations.ts";

export const webFeedsArea: ApiArea = { name: "web-feeds", resources: [webFeed], operations };
