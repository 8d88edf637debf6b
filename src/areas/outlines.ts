import { resource } from "../contract/resource.ts";
import type { ApiArea } from "../verbs/call.ts";

const text = { type: "string" } as const;
const time = { type: "datetime" } as const;

/**
 * Types of areas that are not built yet, named so that relationships can point to them, with the
 * attributes that `fields` may name. Including one answers 501.
 */
export const outlines: ApiArea = {
  name: "outlines",
  resources: [
    resource("attribution", { path: "/api/attributions" }),
    resource("campaign", { path: "/api/campaigns" }),
    resource("conversation", { path: "/api/conversations", attributes: { channel: text } }),
    resource("flow", {
      path: "/api/flows",
      attributes: {
        name: text,
        status: text,
        archived: { type: "boolean" },
        created: time,
        updated: time,
        trigger_type: text,
      },
    }),
  ],
  operations: [],
  behavior: {},
};
