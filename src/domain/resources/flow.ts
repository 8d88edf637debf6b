import { stamps, many } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { any, boolean, literal, nullable, string } from "../../contract/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import type { FlowEntryFilter } from "../grammar/flow-filters.ts";
import { type Reentry, flowDefinition } from "../grammar/flows.ts";
import type { Trigger } from "../grammar/flow-triggers.ts";

export const flowStatuses = ["draft", "manual", "live"] as const;
export type FlowStatus = (typeof flowStatuses)[number];

/** What flows are called by what makes people enter them. */
export const triggerTypes = [
  "Added to List",
  "Date Based",
  "Low Inventory",
  "Metric",
  "Price Drop",
  "Unconfigured",
] as const;

/** What is done with people after something has happened. Its actions are records of their own. Facts: flows.md. */
export const flow = resource("flow", {
  path: "/api/flows",
  id: "short",
  attributes: {
    name: { shape: nullable(string()), write: "create", required: true, body: string() },
    status: { shape: literal(...flowStatuses), write: "update" },
    archived: { shape: boolean(), default: false },
    ...stamps,
    trigger_type: { shape: literal(...triggerTypes) },
    definition: {
      shape: flowDefinition,
      write: "create",
      required: true,
      additional: true,
      toldOfNew: true,
      computed: true,
      since: "2025-01-15",
    },
  },
  relationships: {
    "flow-actions": many("flow-action", { by: "flow.id" }),
    tags: many("tag"),
  },
  kept: {
    /** Null: it has none yet. */
    trigger: any<Trigger | null>(),
    filter: any<FlowEntryFilter>(),
    reentry: nullable(any<Reentry>()),
    /** The id of the action that comes first; null: it has none. */
    entry: nullable(string()),
  },
  natural: ["name"],
  fields: { status: { type: "string" } },
  orders: ["id", "name", "status", "created", "updated", "trigger_type"],
  // @guess get_flows, get_*flows_triggered_by_*: Without `sort`, the oldest flow comes first.
  defaultSort: "created",
});

export type Flow = RecordOf<typeof flow>;

export const flows = collectionOf(flow);
