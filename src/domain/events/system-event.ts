/** What events say of an act, by the names of their properties. */
export interface About {
  /** The name of the list. */
  readonly List?: string | undefined;
  /** How it was done: `API`. */
  readonly Method?: string | undefined;
  /** The `custom_source` of the request. */
  readonly Source?: string | undefined;
  /** The id of the profile that was merged into the event's profile, and is gone. */
  readonly MergedProfileId?: string | undefined;
  readonly variant_id?: string | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly review_id?: string | undefined;
  readonly review_type?: string | undefined;
  /** The external id of the product that a review is about. */
  readonly product_id?: string | undefined;
  /** The external ids of the products of an order. */
  readonly product_ids?: readonly string[] | undefined;
  /** The `$event_id` of the event of an order. */
  readonly order_id?: string | undefined;
  readonly rating?: number | undefined;
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  /** The id of the campaign's or flow's message. */
  readonly $message?: string | undefined;
  /** The id of the flow. */
  readonly $flow?: string | undefined;
  readonly "Campaign Name"?: string | undefined;
  readonly Subject?: string | undefined;
  readonly "Email Domain"?: string | undefined;
  /** The instant at which it was sent, in seconds since 1970, and the id of its message. */
  readonly $_cohort$message_send_cohort?: string | undefined;
  /** The same with the id of its variation. */
  readonly $_cohort$variation_send_cohort?: string | undefined;
  /** The id of its message, and the how manieth of it. */
  readonly $event_id?: string | undefined;
  /** The ids of the lists or segments that it was sent to. */
  readonly $group_ids?: readonly string[] | undefined;
  readonly "Inbox Provider"?: string | undefined;
  readonly $ESP?: number | undefined;
  /** `Hard`: the address does not work. `Soft`: not now. */
  readonly "Bounce Type"?: string | undefined;
  readonly "Failure Reason"?: string | undefined;
  /** Where the link leads. */
  readonly URL?: string | undefined;
  readonly "Client Type"?: string | undefined;
  readonly "Client OS"?: string | undefined;
  readonly "Client Name"?: string | undefined;
  /** Whether a machine opened it before its person could. */
  readonly machine_open?: boolean | undefined;
  readonly "Bot Click"?: boolean | undefined;
  /** What somebody wrote. */
  readonly "Message Body"?: string | undefined;
  /** The id of the conversation in which it was written. */
  readonly Conversation?: string | undefined;
  /** The ids of a form and of its version. */
  readonly form_id?: string | undefined;
  readonly form_version_id?: string | undefined;
  /** Such as `popup`. */
  readonly form_type?: string | undefined;
  readonly form_name?: string | undefined;
  /** Counts the steps of the version, from 1 on. */
  readonly step?: number | undefined;
  /** Why somebody was not sent it. */
  readonly "Skip Reason"?: string | undefined;
}

/** The event that the service writes about an act. */
export interface SystemEvent {
  /** The name of its metric. */
  readonly metric: string;
  /** Those that are known are given. */
  readonly properties: readonly (keyof About)[];
  /** For people: when it is written. */
  readonly when: string;
}

/** What an event of a row says: those of its properties that are known. */
export const propertiesOf = (
  { properties }: Pick<SystemEvent, "properties">,
  about: About,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    properties.flatMap((name) => (about[name] === undefined ? [] : [[name, about[name]] as const])),
  );

/** Why the service writes none. */
export interface NoEvent {
  readonly none: string;
}
