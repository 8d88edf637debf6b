/** One request that succeeds: its body, and whom it is about, where the first record will not do. */
export interface Sending {
  readonly body?: unknown;
  readonly id?: string;
  /** Its body has the form of older revisions: the newest refuses it. */
  readonly old?: true;
}

/** What an operation is not answered without, as parameters. */
export const needed: Readonly<Record<string, readonly string[]>> = {
  get_coupon_codes: ["filter=less-than(expires_at,2099-01-01)"],
  get_client_review_values_reports: [
    "group_by=company_id",
    "statistics=average_rating,total_reviews,total_questions",
    "timeframe=all_time",
  ],
  get_campaigns: ["filter=equals(messages.channel,'email')"],
};

/** The id of a record of a type; `which` counts from the first. */
export type IdOf = (type: string, which?: number) => string;

export type Fields = Readonly<Record<string, unknown>>;

export const data = (type: string, attributes: Fields, beside: Fields = {}) => ({
  data: { type, attributes, ...beside },
});
export const to = (type: string, id: string) => ({ data: { type, id } });
export const changing = (type: string, attributes: Fields) => (idOf: IdOf) => [
  { body: data(type, attributes, { id: idOf(type) }) },
];
