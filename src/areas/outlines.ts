import { instant } from "../contract/attribute.ts";
import { unstored } from "../contract/resource.ts";
import { boolean, nullable, string } from "../contract/shape.ts";
import type { ApiArea } from "../verbs/call.ts";

const text = { shape: nullable(string()) } as const;
const time = { shape: nullable(instant()) } as const;

/**
 * Types of areas that are not built yet, named so that relationships can point to them, with the
 * attributes that `fields` may name. Including one answers 501.
 */
export const outlines: ApiArea = {
  name: "outlines",
  resources: [
    unstored("flow-message", { path: "/api/flow-messages" }),
    unstored("flow", {
      path: "/api/flows",
      attributes: {
        name: text,
        status: text,
        archived: { shape: nullable(boolean()) },
        created: time,
        updated: time,
        trigger_type: text,
      },
    }),
  ],
  operations: [],
};
