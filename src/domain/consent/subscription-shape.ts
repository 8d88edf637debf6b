import type { Life } from "../../contract/revisions.ts";
import { absentIfNull, during, type Infer, list, literal } from "../../contract/shape.ts";
import { nullable, object, required, string } from "../../contract/shape.ts";
import { device } from "../profiles/push-token-shape.ts";

const consentedAt = during(nullable(string({ format: "datetime" })), { since: "2023-12-15" });

const given = object({ consent: literal("SUBSCRIBED"), "consented_at?": consentedAt });
const withdrawn = object({ consent: literal("UNSUBSCRIBED") });

/** When a channel could first be spoken of, and its purposes (revisions.json). */
const transactionalSms: Life = { since: "2024-10-15" };
const whatsapp: Life = { since: "2025-07-15" };
const push: Life = { since: "2026-01-15" };
const openTracking: Life = { since: "2026-04-15" };

/** The `subscriptions` of a profile in a request that subscribes. */
export const subscribedChannels = object({
  "email?": absentIfNull(
    object({
      "marketing?": required(absentIfNull(given), { until: "2026-04-15" }),
      "open_tracking?": during(
        absentIfNull(object({ consent: literal("SUBSCRIBED") })),
        openTracking,
      ),
    }),
  ),
  "sms?": absentIfNull(
    object({
      "marketing?": required(absentIfNull(given), { until: "2024-10-15" }),
      "transactional?": during(absentIfNull(given), transactionalSms),
    }),
  ),
  "whatsapp?": during(
    absentIfNull(
      object({ "marketing?": absentIfNull(given), "transactional?": absentIfNull(given) }),
    ),
    whatsapp,
  ),
  "push?": during(
    absentIfNull(
      object({
        marketing: given,
        "tokens?": absentIfNull(list(device, { min: 1 })),
        "anonymous_id?": nullable(string()),
      }),
    ),
    push,
  ),
});

/** The same in a request that unsubscribes. */
export const unsubscribedChannels = object({
  "email?": absentIfNull(
    object({
      "marketing?": required(absentIfNull(withdrawn), { until: "2026-04-15" }),
      "open_tracking?": during(absentIfNull(withdrawn), openTracking),
    }),
  ),
  "sms?": absentIfNull(
    object({
      "marketing?": absentIfNull(withdrawn),
      "transactional?": during(absentIfNull(withdrawn), transactionalSms),
    }),
  ),
  "whatsapp?": during(
    absentIfNull(
      object({
        "marketing?": absentIfNull(withdrawn),
        "transactional?": absentIfNull(withdrawn),
        "conversational?": absentIfNull(withdrawn),
      }),
    ),
    whatsapp,
  ),
  "push?": during(
    absentIfNull(object({ marketing: withdrawn, tokens: list(device, { min: 1 }) })),
    push,
  ),
});

type SubscribedInput = Infer<typeof subscribedChannels>;
type UnsubscribedInput = Infer<typeof unsubscribedChannels>;
export type ChannelsInput = SubscribedInput | UnsubscribedInput;

const listIdentifier = object({ type: literal("list"), id: string() });

/** The list of a subscription. @param needed the revisions in which it may not be left out */
export const listRelationship = (...needed: readonly Life[]) =>
  object({
    "list?": required(
      object({
        "data?": required(listIdentifier, { until: "2024-05-15" }),
      }),
      ...needed,
    ),
  });
