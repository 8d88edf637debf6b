import type { ApiArea } from "../../verbs/call.ts";
import { plannedCoupons } from "./planned.ts";

export const couponsArea: ApiArea = {
  name: "coupons",
  resources: [],
  operations: plannedCoupons,
  behavior: {},
};
