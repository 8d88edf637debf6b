import type { Stored } from "../../world/store/record.ts";
import type { Channel } from "../consent/consent.ts";
import type { ProfileInput } from "../profiles/shape.ts";
import type { Device } from "../profiles/shown-shapes.ts";
import { collection } from "../../world/store/store.ts";
import { wholeSecond } from "../../jsonapi/time.ts";

/** Members of the customer's own naming, as they were sent. */
export type Properties = Readonly<Record<string, unknown>>;

export const membershipKinds = ["list", "segment", "import"] as const;

export interface Membership extends Stored {
  readonly kind: (typeof membershipKinds)[number];
  readonly group: string;
  readonly profile: string;
  readonly joined: number;
}

export const memberships = collection<Membership>("membership", {
  instants: ["joined"],
  natural: [["group", "profile"]],
  keys: {
    group: (member) => member.group,
    kind: ({ kind }) => kind,
    profile: ({ profile }) => profile,
    joined: ({ joined }) => wholeSecond(joined),
  },
  indexes: [
    ["group", "joined"],
    ["profile", "kind"],
  ],
});

/** How many joined and left a segment in one second, of those who are not in it any more. */
export interface SegmentTurnover extends Stored {
  readonly segment: string;
  /** In whole seconds, in milliseconds since 1970. */
  readonly at: number;
  readonly added: number;
  readonly removed: number;
}

export const segmentTurnovers = collection<SegmentTurnover>("segment-turnover", {
  keys: { segment: ({ segment }) => segment, at: ({ at }) => at },
  indexes: [["segment", "at"]],
  internal: true,
});

/** A profile was merged into another: work that was accepted before still means it. */
export interface Alias extends Stored {
  readonly into: string;
}

export const aliases = collection<Alias>("alias", { internal: true });

export interface Subscribing {
  readonly id?: string | undefined;
  readonly input: Pick<ProfileInput, "attributes" | "properties" | "meta">;
  readonly channels: readonly {
    readonly channel: Channel;
    /** When it was consented to, of a historical import; undefined: now. */
    readonly at?: number | undefined;
    readonly devices?: readonly Device[];
  }[];
  readonly list?: string | undefined;
  readonly method: string;
  readonly detail?: string | undefined;
  /** Consent that was given long ago is not asked for again. */
  readonly historical: boolean;
  /** Of `/client`, where anybody may send it. */
  readonly discreet?: boolean;
}

export interface Confirmation extends Stored {
  readonly list: string;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly created: number;
  readonly subscribing: Subscribing;
}

export const confirmations = collection<Confirmation>("confirmation", {
  instants: ["created"],
  natural: [
    ["list", "email"],
    ["list", "phone_number"],
  ],
  keys: { email: ({ email }) => email?.toLowerCase() ?? null, created: ({ created }) => created },
  indexes: [["created"], ["email"]],
});

/** The bytes of an image or a screenshot. Its id is the last part of its URL. */
export interface Picture extends Stored {
  readonly format: string;
  readonly size: number;
  readonly base64: string;
}

export const pictures = collection<Picture>("picture", { secret: ["base64"], internal: true });

export interface Tagging extends Stored {
  readonly tag: string;
  readonly kind: "list" | "segment" | "campaign" | "flow";
  readonly target: string;
}

export const taggings = collection<Tagging>("tagging", {
  natural: [["tag", "target"]],
  keys: { tag: ({ tag }) => tag, kind: ({ kind }) => kind, target: ({ target }) => target },
  indexes: [["tag", "kind"], ["target"]],
});

/** What a setting of an account was set to; its id is the setting's name. */
export interface Said extends Stored {
  readonly value: unknown;
}

export const accountSettings = collection<Said>("setting", { internal: true });

/** An object is related to another, which need not be there yet, or to a profile. */
export interface ObjectLink extends Stored {
  readonly type: string;
  readonly relationship: string;
  readonly from: string;
  readonly to: string;
  readonly source: string;
  /** That of its type when it was said. */
  readonly round?: number | undefined;
}

export const objectLinks = collection<ObjectLink>("object-link", {
  natural: [["from", "relationship", "to", "source"]],
  keys: {
    type: ({ type }) => type,
    from: ({ from }) => from,
    to: ({ to }) => to,
    id: ({ id }) => id,
  },
  // With their ids, since all that one source record says has its place in the order.
  indexes: [
    ["type", "id"],
    ["from", "id"],
    ["to", "id"],
  ],
  person: { index: ["to", "id"], property: "to", erased: "goes" },
  internal: true,
});
