import { during, literal, nullable, object, oneOf, string, number } from "../../contract/shape.ts";
import type { Infer } from "../../contract/shape.ts";
import { profileWithMetaInside, optional } from "./shape.ts";
import { affinityShape } from "../consent/subscriptions-object.ts";
import { words } from "../../contract/words.ts";

const text = () => nullable(string({ maxLength: 1000 }));

export const platform = literal("android", "ios");
export const vendor = literal("apns", "fcm");
export const enablement = literal(
  ...words("AUTHORIZED DENIED NOT_DETERMINED PROVISIONAL UNAUTHORIZED"),
);
export const background = literal("AVAILABLE", "DENIED", "RESTRICTED");

export const deviceShapes = {
  device_id: text(),
  service_sdk: nullable(
    oneOf(
      literal("android", "swift"),
      during(literal("react_native"), { since: "2024-07-15" }),
      during(literal("flutter_community"), { since: "2024-10-15" }),
      during(literal("flutter"), { since: "2026-01-15" }),
    ),
  ),
  sdk_version: text(),
  device_model: text(),
  os_name: nullable(literal("android", "ios", "ipados", "macos", "tvos")),
  os_version: text(),
  manufacturer: text(),
  app_name: text(),
  app_version: text(),
  app_build: text(),
  app_id: text(),
  environment: nullable(literal("debug", "release")),
} as const;

const deviceFields = {
  token: string({ minLength: 1, maxLength: 10_000 }),
  platform,
  vendor,
  "enablement_status?": nullable(enablement),
  "background?": nullable(background),
  "device_metadata?": nullable(object(optional(deviceShapes))),
} as const;

export const device = object(deviceFields);
export type Device = Infer<typeof device>;

/** The body of Create Push Token, on the server's side and on the client's. */
export const newPushToken = object({
  data: object({
    type: literal("push-token"),
    attributes: object({ ...deviceFields, profile: object({ data: profileWithMetaInside }) }),
  }),
});

export type PushTokenInput = Infer<typeof newPushToken>["data"]["attributes"];

/** The numbers of the specification's predictive_analytics object; dates as text. */
export type Predictions = Readonly<Record<(typeof members)[number], number | string | null>>;

const numbers = words(`
  historic_clv predicted_clv total_clv historic_number_of_orders predicted_number_of_orders
  average_days_between_orders average_order_value churn_probability
`);
export const members = [...numbers, "expected_date_of_next_order"] as const;

const count = nullable(number());
const counts = Object.fromEntries(numbers.map((name) => [name, count]));

/** The object as it is shown, with what a profile's consent adds to it. */
export const predictionsShape = object({
  ...(counts as Record<(typeof numbers)[number], typeof count>),
  expected_date_of_next_order: nullable(string({ format: "datetime" })),
  ranked_channel_affinity: during(affinityShape, { since: "2025-07-15" }),
});
