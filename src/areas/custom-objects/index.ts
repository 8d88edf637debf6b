import { serverError } from "../../jsonapi/refusal.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { plannedCustomObjects } from "./planned.ts";

export const customObjectsArea: ApiArea = {
  name: "custom-objects",
  resources: [],
  operations: plannedCustomObjects,
  behavior: {},
  quirks: {
    // Nothing of the area is built: no schema is known.
    "schema-unknown-500": {
      operation: "create_profile_schema_relationship",
      act: () => serverError(),
    },
  },
};
