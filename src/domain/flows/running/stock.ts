import type { Account } from "../../../world/account.ts";
import { events } from "../../resources/event.ts";
import { linksOf } from "../read.ts";
import type { FlowRun } from "../records.ts";
import type { CatalogRecord } from "./items.ts";
import type { Act } from "./step.ts";
import type { ActionOf } from "../../grammar/flow-actions.ts";

/** What a run is held by that waits for a variant. */
export const heldForStock = (variant: string): string => `stock ${variant}`;

/** Waits until the variant that the person wished for can be had. */
export const awaitStock: Act<ActionOf<"back-in-stock-delay">> = (account, action, { run }) => {
  const [to = null] = linksOf(action);
  const id = wishedIn(account, run);
  if (id === undefined) return { to, note: "nothing was wished for" };
  const variant = account.tableNamed("catalog-variant")?.get(id) as CatalogRecord | undefined;
  if ((variant?.inventory_quantity ?? 0) > 0) return { to };
  return { held: heldForStock(id), why: `${id} is not in stock` };
};

/** The variant of the wish that began a run. */
function wishedIn(account: Account, { cause }: FlowRun): string | undefined {
  const id = account.table(events).get(cause.event ?? "")?.properties["variant_id"];
  return typeof id === "string" ? id : undefined;
}
