import { notBuilt } from "../jsonapi/refusal.ts";
import type { Behavior, Call } from "./call.ts";
import { get } from "./get.ts";
import { list } from "./list.ts";
import type { Outcome } from "./outcome.ts";
import { linkage, related } from "./related.ts";
import { create, remove, update } from "./write.ts";

const verbs = { list, get, create, update, remove, related, linkage } as const;

/** Does what the operation asks: its area's behavior if it has one, else what its verb means. */
export function run(call: Call & { readonly body: unknown }): Outcome {
  const { operation } = call;
  if (!operation.built) return notBuilt(`the operation ${operation.id}`, operation.area);
  const { behavior, verb } = operation;
  if (behavior !== undefined) return (behavior as AnyBody)(call);
  if (verb === "action" || verb === "planned") throw new Error(`${operation.id} has no behavior`);
  return verbs[verb](call);
}

/** The body's type was settled between the row and its behavior, when the area was written. */
type AnyBody = (call: Parameters<Behavior>[0] | (Call & { readonly body: unknown })) => Outcome;
