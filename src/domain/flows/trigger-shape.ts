import {
  byDefault,
  type Infer,
  integer,
  list,
  literal,
  named,
  nullable,
  number,
  object,
  oneOf,
  string,
} from "../../contract/shape.ts";
import { days, timeOfDay, zone } from "./action-parts.ts";
import { eventFilter, lowInventoryFilter, priceDropFilter } from "./condition-shape.ts";

/** What makes people enter a flow: the published kinds (flows.json). */
const id = { "id?": byDefault(nullable(string()), null) } as const;
const positive = { min: 0 } as const;

const date = {
  type: literal("date"),
  "recurrence_frequency?": byDefault(literal("annually", "monthly", "never", "weekly"), "monthly"),
  "timedelta_unit_before_date?": byDefault(literal("days", "months", "weeks"), "weeks"),
  timedelta_value_before_date: integer(positive),
  "timezone?": zone,
  "trigger_days?": days,
  trigger_time: timeOfDay,
} as const;

/** What people did with an item, and how long ago at most. */
const timeframe = { "timeframe_days?": byDefault(integer({ min: 1 }), 30) } as const;

export const triggerShape = named(
  "FlowTrigger",
  oneOf(
    object({ type: literal("list"), ...id }),
    object({ type: literal("segment"), ...id }),
    object({ type: literal("metric"), ...id, "trigger_filter?": byDefault(eventFilter, null) }),
    object({
      ...date,
      date_field_type: literal("profile-property"),
      date_profile_property: string(),
    }),
    object({
      ...date,
      date_field_type: literal("custom-object"),
      custom_object_label: string(),
      custom_object_property_id: integer(),
      object_type_id: string(),
      object_type_relationship_id: string(),
    }),
    object({
      type: literal("price-drop"),
      audience: list(literal("checkout-started", "viewed")),
      price_drop_amount_value: oneOf(integer(positive), number(positive)),
      "price_drop_amount_unit?": byDefault(literal("currency", "percent"), "currency"),
      "currency_type?": byDefault(literal("usd"), "usd"),
      trigger_filter: priceDropFilter,
      ...timeframe,
    }),
    object({
      type: literal("low-inventory"),
      audience: list(literal("added-to-cart", "checkout-started", "viewed")),
      product_level: literal("product", "variant"),
      inventory_count: integer(positive),
      trigger_filter: lowInventoryFilter,
      ...timeframe,
    }),
  ),
);

export type Trigger = Infer<typeof triggerShape>;
export type TriggerKind = Trigger["type"];
/** A trigger of a kind. */
export type TriggerOf<K extends TriggerKind> = Extract<Trigger, { readonly type: K }>;
