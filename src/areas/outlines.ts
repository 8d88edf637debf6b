import { resource } from "../contract/resource.ts";
import type { ApiArea } from "../verbs/call.ts";

/**
 * Types of areas that are not built yet, named so that relationships can point to them. Including
 * one answers 501.
 */
export const outlines: ApiArea = {
  name: "outlines",
  resources: [
    resource("attribution", { path: "/api/attributions" }),
    resource("campaign", { path: "/api/campaigns" }),
    resource("conversation", { path: "/api/conversations" }),
    resource("flow", { path: "/api/flows" }),
  ],
  operations: [],
  behavior: {},
};
