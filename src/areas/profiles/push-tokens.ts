import { eventProfileProblems } from "../../domain/events/check.ts";
import { needed } from "../../domain/profiles/identity.ts";
import { registerToken } from "../../domain/profiles/push-tokens.ts";
import type { PushTokenInput } from "../../domain/profiles/push-token-shape.ts";
import { invalidBody } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Work } from "../../verbs/call.ts";
import { empty } from "../../verbs/outcome.ts";
import type { pushTokenRows } from "./push-token-rows.ts";

export const pushTokenBehavior: AreaBehavior<typeof pushTokenRows> = {
  create_push_token({ account, now, body }) {
    const { attributes } = body.data;
    const at = "/data/attributes/profile";
    const problems = eventProfileProblems(account, attributes.profile.data, at, {
      among: needed,
    });
    if (problems.length > 0) return invalidBody(problems);
    account.process(["push-token"], attributes, now);
    return empty(202);
  },
};

export const pushTokenWork: Readonly<Record<string, Work>> = {
  "push-token": (account, input: PushTokenInput, now) => registerToken(account, input, now),
};
