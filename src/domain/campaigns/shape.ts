import { any, boolean, during, integer, list, literal, nullable } from "../../contract/shape.ts";
import { object, oneOf, string, type Shape } from "../../contract/shape.ts";
import type { TrackingParam } from "./link-params.ts";
import { words } from "../../contract/words.ts";

/** When messages are told of by a `definition`, and strategies by flat members; and until when not. */
export const defined = { since: "2025-01-15" } as const;
export const flat = { until: "2025-01-15" } as const;

export const campaignStatuses = [
  "Adding Recipients",
  "Cancelled",
  "Cancelled: Account Disabled",
  "Cancelled: Billing Limit",
  "Cancelled: Internal Error",
  "Cancelled: Misconfigured",
  "Cancelled: No Recipients",
  "Cancelled: Smart Sending",
  "Draft",
  "Preparing to schedule",
  "Preparing to send",
  "Queued without Recipients",
  "Scheduled",
  "Sending",
  "Sending Segments",
  "Sent",
  "Unknown",
  "Variations Sent",
] as const;

export type CampaignStatus = (typeof campaignStatuses)[number];

/** @guess get_campaigns, get_campaign: Before 2026-01-15, the two latest statuses show as `Cancelled`. */
export const laterStatuses: readonly CampaignStatus[] = [
  "Cancelled: Billing Limit",
  "Cancelled: Misconfigured",
];
export const laterStatusesSince = "2026-01-15";

const ids = list(string());

export const audiences = object({ included: ids, "excluded?": nullable(ids) });
export const someAudiences = object({ "included?": nullable(ids), "excluded?": nullable(ids) });

const smart = { "use_smart_sending?": nullable(boolean()) } as const;
const heedless = { "ignore_unsubscribes?": nullable(boolean()) } as const;

/** Of email, it is told as well whether those get it who have unsubscribed (recorded). */
export const sendOptions = oneOf(object(smart), object({ ...smart, ...heedless }));
export interface SendOptions {
  readonly use_smart_sending?: boolean | null;
  readonly ignore_unsubscribes?: boolean | null;
}

/** Since then, nobody writes that a campaign goes to those who have unsubscribed. */
export const newSendOptions = oneOf(
  during(object(smart), defined),
  during(object({ ...smart, ...heedless }), flat),
);

const dynamic = words(`
  campaign_id campaign_name campaign_name_id campaign_name_send_day email_subject group_id
  group_name group_name_id link_alt_text message_type profile_external_id profile_id
`);

export const isDynamic = (value: string): value is (typeof dynamic)[number] =>
  (dynamic as readonly string[]).includes(value);

const trackingParam = oneOf(
  object({ type: literal("dynamic"), value: literal(...dynamic), name: string() }),
  object({ type: literal("static"), value: string(), name: string() }),
);

const yesOrNo = nullable(boolean());
const watched = { "is_tracking_clicks?": yesOrNo, "is_tracking_opens?": yesOrNo } as const;

const tagged = {
  "add_tracking_params?": yesOrNo,
  "custom_tracking_params?": nullable(list(trackingParam)),
} as const;

export const trackingOptions = oneOf(
  during(object({ ...tagged, ...watched }), defined),
  during(object(tagged), defined),
  during(
    object({
      "is_add_utm?": yesOrNo,
      "utm_params?": nullable(list(object({ name: string(), value: string() }))),
      ...watched,
    }),
    flat,
  ),
);

/** How much of its audience a campaign is sent to in an hour, in percent. */
const percentage = oneOf(
  during(literal(1, 2, 5), { since: "2026-07-15" }),
  literal(10, 11, 13, 14, 17, 20, 25, 33, 50),
);

const instant = string({ format: "datetime" });
const date = string({ format: "date" });

const local = oneOf(
  object({ is_local: literal(true), "send_past_recipients_immediately?": boolean() }),
  object({ is_local: literal(false) }),
);
const immediate = object({ method: literal("immediate") });
const fixed = object({ method: literal("static"), datetime: instant, "options?": nullable(local) });
const throttled = object({
  method: literal("throttled"),
  datetime: instant,
  throttle_percentage: percentage,
});
const smartTime = object({ method: literal("smart_send_time"), date });

const flatStrategy = object({
  method: literal("immediate", "smart_send_time", "static", "throttled"),
  "options_static?": nullable(
    object({
      datetime: instant,
      "is_local?": nullable(boolean()),
      "send_past_recipients_immediately?": nullable(boolean()),
    }),
  ),
  "options_throttled?": nullable(object({ datetime: instant, throttle_percentage: percentage })),
  "options_sto?": nullable(object({ date })),
});

const whole = (...shapes: readonly Shape[]) => shapes.map((each) => during(each, defined));

export const newStrategy = oneOf(
  ...whole(fixed, throttled, immediate, smartTime),
  during(flatStrategy, flat),
);

/** What may be shown: there are others that cannot be written. */
export const strategy = oneOf(
  ...whole(fixed, smartTime, throttled, immediate),
  during(object({ method: literal("ab_test_campaign") }), defined),
  during(object({ method: literal("unsupported") }), defined),
  during(flatStrategy, flat),
);

/** When a campaign goes to whom, as it is kept, in whichever revision it was written. */
export interface Strategy {
  readonly method:
    | "ab_test_campaign"
    | "immediate"
    | "smart_send_time"
    | "static"
    | "throttled"
    | "unsupported";
  /** Of `static` and `throttled`: from when on, as it was written. */
  readonly datetime?: string;
  /** Of `static`: each gets it when the clocks of the own place show that time. */
  readonly is_local?: boolean;
  /** Of `is_local`: who lives where that time is over gets it at once, instead of not at all. */
  readonly send_past_recipients_immediately?: boolean;
  readonly throttle_percentage?: number;
  /** Of `smart_send_time`: the day on which each gets it at an hour of the own. */
  readonly date?: string;
  readonly test?: AbTest;
}

/** How messages of a campaign are tried against each other, which only a fixture says. */
export interface AbTest {
  /** How many of its audience take part. The others get what has won. */
  readonly percentage: number;
  readonly waitMs: number;
  /** What wins: that which the greatest part opens, or clicks. */
  readonly by: "opens" | "clicks";
}

/** How a campaign's links and opens are followed, as it is kept. */
export interface Tracking {
  readonly add_tracking_params: boolean;
  readonly custom_tracking_params: readonly TrackingParam[];
  readonly is_tracking_clicks?: boolean;
  readonly is_tracking_opens?: boolean;
}

export const kept = { strategy: any<Strategy>(), tracking: nullable(any<Tracking>()) };

/** How often it was sent: work for an earlier send is none for a later one. */
export const runs = integer({ min: 0 });
