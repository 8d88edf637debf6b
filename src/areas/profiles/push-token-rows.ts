import { action, get, list, relations, remove } from "../../contract/rows.ts";
import { newPushToken } from "../../domain/profiles/push-token-shape.ts";
import { profile } from "../../domain/resources/profile.ts";
import { pushToken } from "../../domain/resources/push-token.ts";

export const pushTokenRows = [
  list(pushToken, "get_push_tokens"),
  action(pushToken, "create_push_token", { body: newPushToken }),
  get(pushToken, "get_push_token"),
  remove(pushToken, "delete_push_token"),
  ...relations(profile, ["push-tokens"]),
  ...relations(pushToken, ["profile"]),
] as const;
