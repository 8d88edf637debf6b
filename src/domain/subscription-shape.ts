import { type Infer, literal, nullable, object, open, string } from "../contract/shape.ts";

/** What may be said of a channel. Those that are not built are read, and answered with 501. */
const channels = (consent: "SUBSCRIBED" | "UNSUBSCRIBED") => {
  const marketing = object({
    consent: literal(consent),
    "consented_at?": nullable(string({ format: "datetime" })),
  });
  return object({
    "email?": object({ "marketing?": marketing, "open_tracking?": open() }),
    "sms?": object({ "marketing?": marketing, "transactional?": open() }),
    "whatsapp?": open(),
    "push?": open(),
  });
};

/** The `subscriptions` of a profile in a request that subscribes. */
export const subscribedChannels = channels("SUBSCRIBED");
export const unsubscribedChannels = channels("UNSUBSCRIBED");

export type ChannelsInput = Infer<typeof subscribedChannels>;

/** The list of a subscription. */
export const listRelationship = object({
  "list?": object({ "data?": nullable(object({ type: literal("list"), id: string() })) }),
});
