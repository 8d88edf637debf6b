import { serverError } from "../../jsonapi/refusal.ts";
import type { ApiArea } from "../../verbs/call.ts";
import { unbuiltCustomObjects } from "./unbuilt.ts";

export const customObjectsArea: ApiArea = {
  name: "custom-objects",
  resources: [],
  operations: unbuiltCustomObjects,
  quirks: {
    // Nothing of the area is built: no schema is known.
    "schema-unknown-500": {
      operation: "create_profile_schema_relationship",
      act: () => serverError(),
    },
  },
};
