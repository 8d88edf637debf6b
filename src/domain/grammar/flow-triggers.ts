// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar

import {
  byDefault, integer, list, literal, named, nullable, number, object, oneOf, string, type Shape
} from "../../contract/shape.ts";
import { flowEventFilter, type FlowEventFilter } from "./flow-filters.ts";
import {
  lowInventoryCondition, type LowInventoryCondition, priceDropCondition, type PriceDropCondition
} from "./flow-conditions.ts";

/** What makes people enter a flow. */

export type Weekdays = readonly (
  "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday")[] | null;
export const weekdays: Shape<Weekdays> = nullable(list(literal(
  "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"
)));
export type Trigger =
  { readonly type: "list"; readonly id?: string | null } |
  { readonly type: "segment"; readonly id?: string | null } |
  {
    readonly type: "metric"; readonly id?: string | null; readonly trigger_filter?: FlowEventFilter
  } |
  {
    readonly type: "date";
    readonly recurrence_frequency?: "annually" | "monthly" | "never" | "weekly";
    readonly timedelta_unit_before_date?: "days" | "months" | "weeks";
    readonly timedelta_value_before_date: number; readonly timezone?: string;
    readonly trigger_days?: Weekdays; readonly trigger_time: string;
    readonly date_field_type: "profile-property"; readonly date_profile_property: string
  } |
  {
    readonly type: "date";
    readonly recurrence_frequency?: "annually" | "monthly" | "never" | "weekly";
    readonly timedelta_unit_before_date?: "days" | "months" | "weeks";
    readonly timedelta_value_before_date: number; readonly timezone?: string;
    readonly trigger_days?: Weekdays; readonly trigger_time: string;
    readonly date_field_type: "custom-object"; readonly custom_object_label: string;
    readonly custom_object_property_id: number; readonly object_type_id: string;
    readonly object_type_relationship_id: string
  } |
  {
    readonly type: "price-drop"; readonly audience: readonly ("checkout-started" | "viewed")[];
    readonly price_drop_amount_value: number | number;
    readonly price_drop_amount_unit?: "currency" | "percent"; readonly currency_type?: "usd";
    readonly trigger_filter: {
      readonly condition_groups: readonly { readonly conditions: readonly PriceDropCondition[] }[]
    } | null;
    readonly timeframe_days?: number
  } |
  {
    readonly type: "low-inventory";
    readonly audience: readonly ("added-to-cart" | "checkout-started" | "viewed")[];
    readonly product_level: "product" | "variant"; readonly inventory_count: number;
    readonly trigger_filter: {
      readonly condition_groups: readonly {
        readonly conditions: readonly LowInventoryCondition[]
      }[]
    } | null;
    readonly timeframe_days?: number
  };
export const trigger: Shape<Trigger> = named(
  "FlowTrigger",
  oneOf(
    object({ type: literal("list"), "id?": byDefault(nullable(string()), null) }),
    object({ type: literal("segment"), "id?": byDefault(nullable(string()), null) }),
    object({
      type: literal("metric"), "id?": byDefault(nullable(string()), null),
      "trigger_filter?": byDefault(flowEventFilter, null)
    }),
    object({
      type: literal("date"),
      "recurrence_frequency?": byDefault(
        literal("annually", "monthly", "never", "weekly"), "monthly"
      ),
      "timedelta_unit_before_date?": byDefault(literal("days", "months", "weeks"), "weeks"),
      timedelta_value_before_date: integer({ min: 0 }), "timezone?": byDefault(string(), "profile"),
      "trigger_days?": weekdays, trigger_time: string({ format: "time" }),
      date_field_type: literal("profile-property"), date_profile_property: string()
    }),
    object({
      type: literal("date"),
      "recurrence_frequency?": byDefault(
        literal("annually", "monthly", "never", "weekly"), "monthly"
      ),
      "timedelta_unit_before_date?": byDefault(literal("days", "months", "weeks"), "weeks"),
      timedelta_value_before_date: integer({ min: 0 }), "timezone?": byDefault(string(), "profile"),
      "trigger_days?": weekdays, trigger_time: string({ format: "time" }),
      date_field_type: literal("custom-object"), custom_object_label: string(),
      custom_object_property_id: integer(), object_type_id: string(),
      object_type_relationship_id: string()
    }),
    object({
      type: literal("price-drop"), audience: list(literal("checkout-started", "viewed")),
      price_drop_amount_value: oneOf(integer({ min: 0 }), number({ min: 0 })),
      "price_drop_amount_unit?": byDefault(literal("currency", "percent"), "currency"),
      "currency_type?": byDefault(literal("usd"), "usd"),
      trigger_filter: nullable(object({
        condition_groups: list(object({
          conditions: list(priceDropCondition, { min: 1, max: 50 })
        }), { max: 50 })
      })),
      "timeframe_days?": byDefault(integer({ min: 1 }), 30)
    }),
    object({
      type: literal("low-inventory"),
      audience: list(literal("added-to-cart", "checkout-started", "viewed")),
      product_level: literal("product", "variant"), inventory_count: integer({ min: 0 }),
      trigger_filter: nullable(object({
        condition_groups: list(object({
          conditions: list(lowInventoryCondition, { min: 1, max: 50 })
        }), { max: 50 })
      })),
      "timeframe_days?": byDefault(integer({ min: 1 }), 30)
    })
  )
);
export type TriggerKind = Trigger["type"];
export type TriggerOf<K extends TriggerKind> = Extract<Trigger, { readonly type: K }>;
