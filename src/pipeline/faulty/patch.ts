import { patchResource, type ResponsePatch } from "../../world/faults/response-patch.ts";
import type { Exchange } from "../exchange.ts";
import { type Reply, withBody } from "../incoming.ts";

interface Resource extends Record<string, unknown> {
  readonly type?: unknown;
}

/** The answer as the revision's patches have it: the one place where a document is changed once it is written. */
export function patched(exchange: Exchange, reply: Reply): Reply {
  const { world, revisionName, operation } = exchange;
  if (revisionName === undefined || reply.body === "") return reply;
  const patches = world.revisions.patchesOf(revisionName);
  return patches.length === 0 ? reply : patchedBy(reply, patches, operation?.id);
}

export function patchedBy(reply: Reply, patches: readonly ResponsePatch[], operation?: string) {
  if (reply.body === "") return reply;
  const document = JSON.parse(String(reply.body)) as { data?: unknown; included?: unknown };
  const [data, included] = [resourcesOf(document.data), resourcesOf(document.included)];
  for (const patch of patches) {
    const own = data.filter((each) => concerns(patch, each, operation));
    const others = included.filter((each) => concerns(patch, each, undefined));
    for (const resource of [...own, ...others]) patchResource(resource, patch);
  }
  return withBody(reply, JSON.stringify(document));
}

const resourcesOf = (value: unknown): Resource[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (each): each is Resource => typeof each === "object" && each !== null,
  );

const concerns = (patch: ResponsePatch, { type }: Resource, operation: string | undefined) =>
  patch.resource === undefined ? patch.operation === operation : patch.resource === type;
