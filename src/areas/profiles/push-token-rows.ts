import { action, get, list, relations, remove } from "../../contract/rows.ts";
import { newPushToken } from "../../domain/profiles/shown-shapes.ts";
import { profile, pushToken } from "../../domain/resources/profile.ts";

export const pushTokenRows = [
  list(pushToken, "get_push_tokens"),
  action(pushToken, "create_push_token", { body: newPushToken }),
  get(pushToken, "get_push_token"),
  remove(pushToken, "delete_push_token"),
  ...relations(profile, ["push-tokens"]),
  ...relations(pushToken, ["profile"]),
] as const;
