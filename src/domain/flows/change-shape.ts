import {
  any,
  boolean,
  list,
  literal,
  nullable,
  number,
  object,
  oneOf,
  open,
  type Shape,
  string,
} from "../../contract/shape.ts";
import { ids, next, status } from "./action-parts.ts";

/** The actions that change something, and those that the service does for itself. */
const operator = literal("create", "update");
const property_key = string({ minLength: 1, maxLength: 1000 });
const set = <T extends string, V>(type: T, value: Shape<V>) =>
  object({ operator, property_key, property_type: literal(type), property_value: value });
export const updateProfile = object({
  ...ids,
  type: literal("update-profile"),
  "data?": nullable(
    object({
      profile_operations: list(
        oneOf(
          set("string", string()),
          set("boolean", boolean()),
          set("numeric", number()),
          set("date", oneOf(literal("today"), string({ format: "date" }))),
          object({
            operator,
            property_key,
            property_type: literal("list"),
            property_value: string(),
            "property_operation?": nullable(literal("add", "remove")),
          }),
          object({ operator: literal("delete"), property_key }),
        ),
      ),
      ...status,
    }),
  ),
  ...next,
});
export const listUpdate = object({
  ...ids,
  type: literal("list-update"),
  data: object({
    name: string(),
    list_id: nullable(string()),
    /** True adds, false removes. @guess */
    on_execution: nullable(literal(false, true)),
    ...status,
  }),
  ...next,
});

const report = <T extends string>(type: T) =>
  object({ service_method_type: literal(type), report_id: string() });
export const internal = object({
  ...ids,
  type: literal("internal-service"),
  "data?": nullable(
    object({
      "service_configuration?": nullable(
        oneOf(
          report("schedule-report"),
          report("schedule-report-builder-report"),
          object({
            service_method_type: literal("track-event"),
            "event_key?": nullable(string()),
            "event_payload?": nullable(open()),
            "tracking_company_id?": nullable(string()),
          }),
          object({ service_method_type: literal("unknown") }),
        ),
      ),
      ...status,
    }),
  ),
  ...next,
});
export const code = object({ ...ids, type: literal("code"), "data?": any<null>(), ...next });
