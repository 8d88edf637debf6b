import type { Stored } from "../world/record.ts";
import type { Channel, Consent } from "./consent.ts";
import type { MetricDefinition } from "./custom-metric-shape.ts";
import type { Device } from "./push-token-shape.ts";
import type { ProfileInput } from "./profile-shape.ts";
import type { Definition } from "./segment-shape.ts";

/** Times are milliseconds since 1970; an unset attribute is null. */
export interface ProfileAttributes {
  readonly email: string | null;
  readonly phone_number: string | null;
  /** Echoed as it was sent, text or number (behaviour.md, 1). */
  readonly external_id: string | number | null;
  readonly anonymous_id: string | null;
  readonly _kx: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly organization: string | null;
  readonly locale: string | null;
  readonly title: string | null;
  readonly image: string | null;
  readonly location: Location | null;
  readonly properties: Properties;
}

export type Location = Readonly<Record<string, string | number | null>>;

/** Members of the customer's own naming, as they were sent. */
export type Properties = Readonly<Record<string, unknown>>;

export interface Profile extends Stored, ProfileAttributes {
  readonly created: number;
  readonly updated: number;
  readonly last_event_date: number | null;
  readonly consent: Consent;
}

export interface Event extends Stored {
  /** Whole seconds, in milliseconds. */
  readonly time: number;
  readonly metric: string;
  readonly profile: string;
  readonly unique_id: string;
  readonly properties: Properties;
}

export interface Integration {
  readonly object: "integration";
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly category: string;
}

export interface Metric extends Stored {
  readonly name: string;
  readonly created: number;
  readonly updated: number;
  readonly integration: Integration;
}

/** A metric of the customer's own, made of others. */
export interface CustomMetric extends Stored {
  readonly name: string;
  readonly created: number;
  readonly updated: number;
  readonly definition: MetricDefinition;
}

/** Which metric, or custom metric, stands for something that the service speaks of, if any does. */
export interface MappedMetric extends Stored {
  readonly updated: number;
  readonly metric: string | null;
  readonly custom_metric: string | null;
  /** The day on which it was last mapped anew, and how often on that day. */
  readonly mapped?: { readonly day: number; readonly times: number };
}

export interface List extends Stored {
  readonly name: string;
  readonly created: number;
  readonly updated: number;
  readonly opt_in_process: "double_opt_in" | "single_opt_in";
}

export interface Segment extends Stored {
  readonly name: string;
  readonly created: number;
  readonly updated: number;
  /** By which its members are worked out; null: they were named once and for all. */
  readonly definition: Definition | null;
  /** How often it was defined anew: work for an earlier definition is none for a later one. */
  readonly defined: number;
  readonly is_active: boolean;
  readonly is_processing: boolean;
  readonly is_starred: boolean;
}

export const membershipKinds = ["list", "segment", "import"] as const;

/** That a profile is in a list or a segment, and since when. */
export interface Membership extends Stored {
  readonly kind: (typeof membershipKinds)[number];
  /** The id of the list or segment, or of the job that imported the profile. */
  readonly group: string;
  readonly profile: string;
  readonly joined: number;
}

/** That a profile was merged into another: work that was accepted before still means it. */
export interface Alias extends Stored {
  readonly into: string;
}

/** The account as its own API shows it: one record in each account. */
export interface AccountRecord extends Stored {
  readonly test_account: boolean;
  readonly contact_information: Properties;
  readonly industry: string | null;
  readonly timezone: string;
  readonly preferred_currency: string;
  readonly public_api_key: string;
  readonly locale: string;
}

/** Somebody who is to be subscribed or unsubscribed, and by which channels. */
export interface Subscribing {
  readonly id?: string | undefined;
  readonly input: Pick<ProfileInput, "attributes" | "properties" | "meta">;
  readonly channels: readonly {
    readonly channel: Channel;
    /** When it was consented to, of a historical import; undefined: now. */
    readonly at?: number | undefined;
    /** Of push: the devices that it is about. */
    readonly devices?: readonly Device[];
  }[];
  readonly list?: string | undefined;
  readonly method: string;
  /** Where it came from, in the caller's words. */
  readonly detail?: string | undefined;
  /** Consent that was given long ago is not asked for again. */
  readonly historical: boolean;
  /** Of `/client`, where anybody may send it. */
  readonly discreet?: boolean;
}

/** A subscription that somebody has yet to confirm with a click. */
export interface Confirmation extends Stored {
  readonly list: string;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly created: number;
  readonly subscribing: Subscribing;
}

/** Where a bulk job stands (behaviour.md, 5). */
export const jobStatuses = ["queued", "processing", "complete", "cancelled"] as const;

/** What every bulk job that can be read has. */
export interface Job extends Stored {
  readonly status: (typeof jobStatuses)[number];
  readonly created: number;
  readonly started_at: number | null;
  readonly completed_at: number | null;
  readonly total_count: number;
  readonly completed_count: number;
}

/** A bulk suppression, or the taking back of one. */
export interface SuppressionJob extends Job {
  /** Those for whom it changed nothing. */
  readonly skipped_count: number;
  /** The list or segment whose members it is about: at most one, in one of the two. */
  readonly lists: readonly string[];
  readonly segments: readonly string[];
}

/** A bulk import of profiles. */
export interface ImportJob extends Job {
  readonly failed_count: number;
  /** When it can be read no more. */
  readonly expires_at: number;
  /** The lists that the profiles are put into. */
  readonly lists: readonly string[];
}

/** Why one profile of an import was not imported. */
export interface ImportError extends Stored {
  readonly job: string;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source: { readonly pointer: string };
  /** The profile as it was sent. */
  readonly original_payload: unknown;
}

/** A device that can be sent notifications, and whose it is. */
export interface PushToken extends Stored {
  readonly token: string;
  readonly platform: "android" | "ios";
  readonly vendor: "apns" | "fcm";
  readonly enablement_status: string;
  readonly background: string;
  readonly metadata: Properties | null;
  readonly profile: string;
  readonly created: number;
  readonly recorded_date: number;
}

/** A word that lists and segments are marked with. */
export interface Tag extends Stored {
  readonly name: string;
  readonly group: string;
}

export interface TagGroup extends Stored {
  readonly name: string;
  /** Whether of its tags a thing may have one only. */
  readonly exclusive: boolean;
  /** Whether tags of which nothing is said are put here: one group of an account. */
  readonly default: boolean;
}

/** That something has a tag. */
export interface Tagging extends Stored {
  readonly tag: string;
  readonly kind: "list" | "segment";
  /** The id of the list or segment. */
  readonly target: string;
}

export interface WebFeed extends Stored {
  readonly name: string;
  readonly created: number;
  readonly updated: number;
}

export interface Template extends Stored {
  readonly name: string;
  readonly created: number;
  readonly updated: number;
}

export type Coupon = Stored;

/** One code of a coupon. */
export interface CouponCode extends Stored {
  readonly coupon: string;
  readonly unique_code: string;
  readonly expires_at: number | null;
  readonly status: string;
  readonly profile: string | null;
}

/** What is known of an image; its bytes are nowhere. */
export interface Image extends Stored {
  readonly name: string;
  readonly image_url: string;
  readonly format: string;
  readonly size: number;
  readonly hidden: boolean;
  readonly updated: number;
}

/** How links in messages are tracked: one record in each account. */
export type TrackingSetting = Stored;

/** A bulk creation of coupon codes. */
export interface CouponCodeJob extends Job {
  readonly failed_count: number;
  readonly expires_at: number;
  readonly errors: readonly object[];
  /** The ids of the codes that it made. */
  readonly codes: readonly string[];
}
