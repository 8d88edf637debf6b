import {
  during,
  type Infer,
  literal,
  nullable,
  object,
  oneOf,
  string,
} from "../../contract/shape.ts";
import { profileWithMetaInside } from "./shape.ts";

const text = () => nullable(string({ maxLength: 1000 }));

const platforms = ["android", "ios"] as const;
export const platform = literal(...platforms);
export const vendor = literal("apns", "fcm");
const enablements = [
  "AUTHORIZED",
  "DENIED",
  "NOT_DETERMINED",
  "PROVISIONAL",
  "UNAUTHORIZED",
] as const;
export const enablement = literal(...enablements);
export const background = literal("AVAILABLE", "DENIED", "RESTRICTED");

/** What is known of a device. All of it may be null. */
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

/** A device that can be written to. */
const deviceFields = {
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
} as const;

export const device = object(deviceFields);
export type Device = Infer<typeof device>;

/** The body of Create Push Token, on the server's side and on the client's. */
export const newPushToken = object({
  data: object({
    type: literal("push-token"),
    attributes: object({
      ...deviceFields,
      profile: object({ data: profileWithMetaInside }),
    }),
  }),
});

export type PushTokenInput = Infer<typeof newPushToken>["data"]["attributes"];
