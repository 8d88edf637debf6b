import type { Life } from "../../contract/revisions.ts";
import { absentIfNull, during, list, literal, nullable, object } from "../../contract/shape.ts";
import { required, string, type Infer } from "../../contract/shape.ts";
import { device } from "../profiles/shown-shapes.ts";

const consentedAt = during(nullable(string({ format: "datetime" })), { since: "2023-12-15" });

const given = object({ consent: literal("SUBSCRIBED"), "consented_at?": consentedAt });
const withdrawn = object({ consent: literal("UNSUBSCRIBED") });

/** When a channel could first be spoken of, and its purposes (revisions.json). */
const transactionalSms: Life = { since: "2024-10-15" };
const whatsapp: Life = { since: "2025-07-15" };
const push: Life = { since: "2026-01-15" };
const openTracking: Life = { since: "2026-04-15" };

/** What a body says of a medium, or not. */
const part = <const F extends Parameters<typeof object>[0]>(fields: F) =>
  absentIfNull(object<F>(fields));

/** The `subscriptions` of a profile in a request that subscribes. */
export const subscribedChannels = object({
  "email?": part({
    "marketing?": required(absentIfNull(given), { until: "2026-04-15" }),
    "open_tracking?": during(part({ consent: literal("SUBSCRIBED") }), openTracking),
  }),
  "sms?": part({
    "marketing?": required(absentIfNull(given), { until: "2024-10-15" }),
    "transactional?": during(absentIfNull(given), transactionalSms),
  }),
  "whatsapp?": during(
    part({ "marketing?": absentIfNull(given), "transactional?": absentIfNull(given) }),
    whatsapp,
  ),
  "push?": during(
    part({
      marketing: given,
      "tokens?": absentIfNull(list(device, { min: 1 })),
      "anonymous_id?": nullable(string()),
    }),
    push,
  ),
});

export const unsubscribedChannels = object({
  "email?": part({
    "marketing?": required(absentIfNull(withdrawn), { until: "2026-04-15" }),
    "open_tracking?": during(absentIfNull(withdrawn), openTracking),
  }),
  "sms?": part({
    "marketing?": absentIfNull(withdrawn),
    "transactional?": during(absentIfNull(withdrawn), transactionalSms),
  }),
  "whatsapp?": during(
    part({
      "marketing?": absentIfNull(withdrawn),
      "transactional?": absentIfNull(withdrawn),
      "conversational?": absentIfNull(withdrawn),
    }),
    whatsapp,
  ),
  "push?": during(part({ marketing: withdrawn, tokens: list(device, { min: 1 }) }), push),
});

export type ChannelsInput = Infer<typeof subscribedChannels> | Infer<typeof unsubscribedChannels>;

const listIdentifier = object({ type: literal("list"), id: string() });

/** The list of a subscription. @param needed the revisions in which it may not be left out */
export const listRelationship = (...needed: readonly Life[]) => {
  const given = object({ "data?": required(listIdentifier, { until: "2024-05-15" }) });
  return object({ "list?": required(given, ...needed) });
};
