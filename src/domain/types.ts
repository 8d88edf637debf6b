// Printed by the program, checked by a test: UPDATE_TYPES=1 npx vitest run test/printed-types

/** Every setting of an account. */
// oxfmt-ignore
export interface AccountSettingsView {
  /** Whether private keys may use the webhooks API, or OAuth access tokens alone. */
  readonly webhooks: "any" | "oauth-only";
  /** Whether SMS is set up: without it, a phone number alone makes no profile. */
  readonly sms: boolean;
  /** Whether the account may send messages in conversations. */
  readonly conversations: boolean;
  /** Addresses and domains that mails may come from, beside the domain of the account's own sender. */
  readonly verifiedSenders: "any" | readonly string[];
  /** Whether its plan is used up, so that campaigns are cancelled. */
  readonly billingLimit: boolean;
  /** Whether it may not send, so that campaigns are cancelled. */
  readonly disabled: boolean;
  /** Whether the account may have custom objects. */
  readonly customObjects: boolean;
  /** Which part of the reviews with 4 or 5 stars is published an hour after it was submitted. */
  readonly publishReviews: number;
  /** How many days after `Fulfilled Order` the event `Ready to Review` is written. */
  readonly readyToReviewDays: "never" | number;
}
