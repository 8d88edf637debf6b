import { type Infer, literal, nullable, object, string } from "../contract/shape.ts";
import { eventProfile } from "./event-shape.ts";

const text = () => nullable(string({ maxLength: 1000 }));

/** The body of Create Push Token, on the server's side and on the client's. */
export const newPushToken = object({
  data: object({
    type: literal("push-token"),
    attributes: object({
      token: string({ minLength: 1, maxLength: 10_000 }),
      platform: literal("android", "ios"),
      vendor: literal("apns", "fcm"),
      "enablement_status?": nullable(
        literal("AUTHORIZED", "DENIED", "NOT_DETERMINED", "PROVISIONAL", "UNAUTHORIZED"),
      ),
      "background?": nullable(literal("AVAILABLE", "DENIED", "RESTRICTED")),
      "device_metadata?": nullable(
        object({
          "device_id?": text(),
          "service_sdk?": nullable(
            literal("android", "flutter", "flutter_community", "react_native", "swift"),
          ),
          "sdk_version?": text(),
          "device_model?": text(),
          "os_name?": nullable(literal("android", "ios", "ipados", "macos", "tvos")),
          "os_version?": text(),
          "manufacturer?": text(),
          "app_name?": text(),
          "app_version?": text(),
          "app_build?": text(),
          "app_id?": text(),
          "environment?": nullable(literal("debug", "release")),
        }),
      ),
      profile: object({ data: eventProfile }),
    }),
  }),
});

export type PushTokenInput = Infer<typeof newPushToken>["data"]["attributes"];
