import type { AreaExamples } from "../../support/areas/example.ts";
import { accounts } from "./accounts.ts";
import { coupons } from "./coupons.ts";

/** The examples of each area, by its name. */
export const areas: Readonly<Record<string, AreaExamples>> = { accounts, coupons };
