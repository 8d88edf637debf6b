/** Records, as the control API lists them. */

/** Records of one collection. */
export interface Records<R> {
  readonly account: string;
  readonly collection: string;
  readonly total: number;
  readonly records: readonly R[];
  readonly more: boolean;
}

/** What is to be done at an instant of the world's time. */
export interface Work {
  readonly id: string;
  readonly due: number;
  readonly kind: string;
}

interface ConsentOf {
  readonly state: string;
  readonly at: number | null;
  readonly method: string | null;
}

/** A profile as it is stored. */
export interface Profile {
  readonly id: string;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly external_id: string | null;
  readonly anonymous_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly created: number;
  readonly updated: number;
  readonly last_event_date: number | null;
  readonly consent: {
    readonly email: ConsentOf;
    readonly sms: ConsentOf;
    readonly suppression: readonly unknown[];
  };
}

/** An event as it is stored. */
export interface StoredEvent {
  readonly id: string;
  readonly time: number;
  readonly metric: string;
  readonly profile: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** That a profile is in a list or a segment. */
export interface Membership {
  readonly kind: string;
  readonly group: string;
  readonly profile: string;
  readonly joined: number | null;
}

/** What has a name of its own. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A message of the outbox. */
export interface Mail {
  readonly id: string;
  readonly account: string;
  readonly channel: string;
  readonly to: string | null;
  readonly name: string | null;
  readonly subject: string | null;
  readonly status: string;
  readonly at: string;
  readonly campaign: string | null;
  readonly flow: string | null;
  readonly profile: string | null;
  readonly links: readonly {
    readonly kind: string;
    readonly url: string;
    readonly target: string | null;
  }[];
}

/** A message with its text, and where a frame shows it. */
export interface MailDetail extends Mail {
  readonly text: string | null;
  readonly html: string | null;
  /** A URL that a frame shows it by. */
  readonly frame: string | null;
}

/** A named state. */
export interface Snapshot {
  readonly name: string;
  readonly takenAt: string;
  readonly accounts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What differs of one collection between two states. */
export interface CollectionDifference {
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number };
  readonly added: readonly { readonly id: string }[];
  readonly removed: readonly { readonly id: string }[];
  readonly changed: readonly unknown[];
}

/** What differs, by account and collection. */
export type Difference = Readonly<Record<string, Readonly<Record<string, CollectionDifference>>>>;

/** A call of a webhook, with its attempts. */
export interface Delivery {
  readonly id: string;
  readonly account: string;
  readonly webhook: string;
  readonly topics: readonly string[];
  readonly entries: number;
  readonly state: "pending" | "delivered" | "failed" | "dropped";
  readonly nextAt: string | null;
  readonly faults: readonly string[];
  readonly attempts: readonly {
    readonly at: string;
    readonly status: number | null;
    readonly ms: number | null;
    readonly error: string | null;
    readonly faults: readonly string[];
  }[];
}

/** A delivery with the call of one of its attempts. */
export interface WholeDelivery extends Delivery {
  readonly call: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  } | null;
}

/** A webhook as it is stored. */
export interface Webhook extends Named {
  readonly url: string;
  readonly enabled: boolean;
  readonly topics: readonly string[];
}

/** A revision, and how it stands. */
export interface Revision {
  readonly revision: string;
  readonly status: string;
  readonly sunset: string | null;
  readonly patches: readonly unknown[];
}

/** A run of a scenario. */
export interface ScenarioRun {
  readonly id: string;
  readonly scenario: string;
  readonly over: boolean;
  readonly steps: readonly {
    readonly name: string;
    readonly done: boolean;
    readonly problem: string | null;
    readonly hits: number;
  }[];
  readonly verdict: {
    readonly passed: boolean;
    readonly expectations: readonly {
      readonly name: string;
      readonly passed: boolean;
      readonly message: string;
    }[];
  } | null;
}
