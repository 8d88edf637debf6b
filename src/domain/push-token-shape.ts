import { type Infer, literal, nullable, object, string } from "../contract/shape.ts";
import { eventProfile } from "./event-shape.ts";

const text = () => nullable(string({ maxLength: 1000 }));

export const platform = literal("android", "ios");
export const vendor = literal("apns", "fcm");
export const enablement = literal(
  "AUTHORIZED",
  "DENIED",
  "NOT_DETERMINED",
  "PROVISIONAL",
  "UNAUTHORIZED",
);
export const background = literal("AVAILABLE", "DENIED", "RESTRICTED");

/** What is known of a device. All of it may be null. */
export const deviceShapes = {
  device_id: text(),
  service_sdk: nullable(
    literal("android", "flutter", "flutter_community", "react_native", "swift"),
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

/** The body of Create Push Token, on the server's side and on the client's. */
export const newPushToken = object({
  data: object({
    type: literal("push-token"),
    attributes: object({
      token: string({ minLength: 1, maxLength: 10_000 }),
      platform,
      vendor,
      "enablement_status?": nullable(enablement),
      "background?": nullable(background),
      "device_metadata?": nullable(
        object({
          "device_id?": deviceShapes.device_id,
          "service_sdk?": deviceShapes.service_sdk,
          "sdk_version?": deviceShapes.sdk_version,
          "device_model?": deviceShapes.device_model,
          "os_name?": deviceShapes.os_name,
          "os_version?": deviceShapes.os_version,
          "manufacturer?": deviceShapes.manufacturer,
          "app_name?": deviceShapes.app_name,
          "app_version?": deviceShapes.app_version,
          "app_build?": deviceShapes.app_build,
          "app_id?": deviceShapes.app_id,
          "environment?": deviceShapes.environment,
        }),
      ),
      profile: object({ data: eventProfile }),
    }),
  }),
});

export type PushTokenInput = Infer<typeof newPushToken>["data"]["attributes"];
