import type { emulate } from "../support/emulate.ts";

export type Channel = "email" | "sms";
type Person = Readonly<Record<string, unknown>>;

interface Beside {
  /** Beside the profiles. */
  attributes?: Record<string, unknown>;
  list?: string;
  segment?: string;
}

/** A request about some people; beside them, a list or a segment. */
export const batch = (
  type: string,
  people: readonly Person[] | undefined,
  { attributes = {}, list, segment }: Beside = {},
) => ({
  data: {
    type,
    attributes: {
      ...attributes,
      ...(people && {
        profiles: { data: people.map((each) => ({ type: "profile", attributes: each })) },
      }),
    },
    ...((list ?? segment) && {
      relationships: {
        ...(list && { list: { data: { type: "list", id: list } } }),
        ...(segment && { segment: { data: { type: "segment", id: segment } } }),
      },
    }),
  },
});

/** The consent of a channel, as a request names it. */
export const consenting = (
  channel: Channel,
  consent: "SUBSCRIBED" | "UNSUBSCRIBED",
  more: Record<string, unknown> = {},
) => ({ subscriptions: { [channel]: { marketing: { consent, ...more } } } });

export const subscribing = (
  type: string,
  people: readonly Person[],
  channel: Channel = "email",
  beside: Beside = {},
) =>
  batch(
    type,
    people.map((each) => ({ ...each, ...consenting(channel, "SUBSCRIBED") })),
    beside,
  );

export const unsubscribing = (
  type: string,
  people: readonly Person[],
  channel: Channel = "email",
  beside: Beside = {},
) =>
  batch(
    type,
    people.map((each) => ({ ...each, ...consenting(channel, "UNSUBSCRIBED") })),
    beside,
  );

/** Suppression knows people by their email, and no channel. */
export const suppressing = (type: string, people: readonly Person[]) =>
  batch(
    type,
    people.map(({ email }) => ({ email })),
  );

export interface Marketing {
  consent: string;
  consent_timestamp: string | null;
  last_updated: string | null;
  method: string | null;
  method_detail: string | null;
  custom_method_detail: string | null;
  double_optin: string | null;
  can_receive_email_marketing: boolean;
  can_receive_sms_marketing: boolean;
  suppression: { reason: string; timestamp: string }[];
  list_suppressions: { list_id: string; reason: string; timestamp: string }[];
}

/** What is known of somebody's consent, by channel. */
export async function consentOf(
  { get }: Pick<Awaited<ReturnType<typeof emulate>>, "get">,
  email: string,
): Promise<Record<Channel, Marketing>> {
  const filter = `filter=equals(email,"${email}")`;
  const { many } = await get(`/api/profiles?${filter}&additional-fields[profile]=subscriptions`);
  const subscriptions = many[0]?.attributes["subscriptions"] as
    | Record<Channel, { marketing: Marketing }>
    | undefined;
  if (subscriptions === undefined) throw new Error(`no profile ${email}`);
  return { email: subscriptions.email.marketing, sms: subscriptions.sms.marketing };
}
