import { instant, objectOf, one } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { string } from "../../contract/shape.ts";
import {
  background,
  deviceShapes,
  enablement,
  platform,
  vendor,
} from "../profiles/push-token-shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

/** A device that can be sent notifications, and whose it is. */
export const pushToken = resource("push-token", {
  path: "/api/push-tokens",
  attributes: {
    created: { shape: instant() },
    token: { shape: string() },
    enablement_status: { shape: enablement },
    platform: { shape: platform },
    vendor: { shape: vendor },
    background: { shape: background },
    recorded_date: { shape: instant() },
    metadata: objectOf(deviceShapes),
  },
  relationships: { profile: one("profile", { erased: "goes" }) },
  natural: ["token"],
  orders: [
    "id",
    "token",
    "created",
    ["profile.id", "created"],
    ["enablement_status", "created"],
    ["platform", "created"],
  ],
  // @guess get_push_tokens, get_push_token*_for_profile: The oldest push token comes first.
  defaultSort: "created",
});

export type PushToken = RecordOf<typeof pushToken>;

export const pushTokens = collectionOf(pushToken);
