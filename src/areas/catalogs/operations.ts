import { action } from "../../contract/rows.ts";
import { backInStock } from "../../domain/back-in-stock.ts";
import { plannedCategories } from "./planned-categories.ts";
import { plannedItems } from "./planned-items.ts";
import { plannedVariants } from "./planned-variants.ts";

export const operations = [
  action({ type: "back-in-stock-subscription" }, "create_back_in_stock_subscription", {
    post: "/api/back-in-stock-subscriptions",
    scopes: ["catalogs:write", "profiles:write"],
    tier: "XL",
    body: backInStock,
    success: 202,
    empty: true,
  }),
  ...plannedItems,
  ...plannedVariants,
  ...plannedCategories,
] as const;
