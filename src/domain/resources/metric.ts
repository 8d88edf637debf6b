import { instant, many } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { open, type Shape, string } from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

/** Where a metric's events come from. */
export interface Integration {
  readonly object: "integration";
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly category: string;
}

/** Specification, "Metric". */
export const metric = resource("metric", {
  path: "/api/metrics",
  attributes: {
    name: { shape: string() },
    created: { shape: instant() },
    updated: { shape: instant() },
    integration: { shape: open() as unknown as Shape<Integration> },
  },
  relationships: { "flow-triggers": many("flow", { since: "2024-10-15" }) },
  natural: ["name"],
  fields: { "integration.name": { type: "string" }, "integration.category": { type: "string" } },
  orders: ["name", "created"],
  // @guess get_metrics: The oldest metric comes first.
  defaultSort: "created",
});

export type Metric = RecordOf<typeof metric>;

export const metrics = collectionOf(metric, {
  keys: {
    "integration.name": ({ integration }) => integration.name,
    "integration.category": ({ integration }) => integration.category,
  },
});
