import { boolean, described, integer, list, literal } from "../contract/shape.ts";
import { number, object, open, type Shape, string } from "../contract/shape.ts";
import type { LimitsInput } from "../control/limits.ts";
import { ratesChange } from "../domain/messages/rates.ts";
import type { Fixture } from "../seeding/fixture/shape.ts";
import { durationShape } from "../world/time/duration.ts";
import { type FaultInput, faultShape } from "../world/faults/shape.ts";
import { type Which, whichMembers, whichShape } from "../world/faults/which.ts";

const text = (description: string) => described(string({ minLength: 1 }), description);

export const stepShape = object({
  "name?": text("How the verdict calls it; each name once."),
  "at?": durationShape("After so much world time, such as +5s. Without a trigger: at the start."),
  "after?": described(
    object({
      requests: described(integer({ min: 1 }), "How many of them."),
      ...whichMembers,
    }),
    "Once so many such requests were answered.",
  ),
  "when?": described(whichShape, "Once the first such request was answered."),
  "fault?": described(faultShape, "Plans a fault, in the language of faults add."),
  "clock?": described(
    object({
      "mode?": described(
        literal("real", "offset", "frozen", "accelerated"),
        "How it runs from then on.",
      ),
      "at?": text("A datetime."),
      "by?": durationShape("For mode offset."),
      "factor?": described(number(), "For mode accelerated: how many times as fast."),
      "advance?": durationShape("Moves it forward."),
      "resume?": described(boolean(), "Lets a frozen clock run again."),
    }),
    "Sets or moves the emulator's clock.",
  ),
  "revision?": described(
    object({
      revision: text("Which one."),
      "status?": described(literal("active", "deprecated", "retired"), "What becomes of it."),
      "sunset?": text("When it is announced to end."),
      "whenRetired?": described(literal("gone", "forward"), "410, or the next one that is served."),
      "patches?": described(list(open()), "Changes to its responses."),
    }),
    "Changes a revision; one that is not known is brought.",
  ),
  "defaultRevision?": described(
    literal("refuse", "oldest", "newest"),
    "What a request without a revision gets.",
  ),
  "limits?": described(
    open(),
    "Sets the rate limits, as PUT /_emulator/limits does.",
  ) as Shape<LimitsInput>,
  "rates?": described(ratesChange, "Sets what becomes of messages, as PUT /_emulator/rates does."),
  "reset?": described(
    list(literal("state", "limits", "faults", "journal", "clock", "revisions", "tokens"), {
      min: 1,
    }),
    "Puts these parts back.",
  ),
  "seed?": described(
    open(),
    "Adds a fixture document to the state, as POST /_emulator/seed does.",
  ) as Shape<Fixture>,
  "delete?": described(
    object({
      collection: text("profiles, or what the service lets a client delete, such as lists."),
      "account?": text("A company id. Default: the first account."),
      "filter?": text("In the service's own language. Default: all of them."),
    }),
    "Deletes records, with all that goes with them.",
  ),
  "revoke?": described(
    object({
      "key?": text("The name of a private key."),
      "app?": text(
        "The client id of an OAuth app: revokes its tokens, refresh tokens too. * for every app.",
      ),
      "account?": text(
        "A company id. Default: of a key the first account, of tokens every account.",
      ),
    }),
    "Revokes a private key, or OAuth tokens.",
  ),
  "snapshot?": text("Keeps the state by this name."),
  "restore?": text("Puts the state of this name back."),
  "optional?": described(
    boolean(),
    "The run passes although the step never fires, or its fault meets no request.",
  ),
});

// Printed by the program, checked by a test: UPDATE_TYPES=1 npx vitest run test/printed-types

/** A step of a scenario: when it is done, and what it does. */
// oxfmt-ignore
export interface Step {
  /** How the verdict calls it; each name once. */
  readonly name?: string;
  /** After so much world time, such as +5s. Without a trigger: at the start. */
  readonly at?: string;
  /** Once so many such requests were answered. */
  readonly after?: Which & {
    /** How many of them. */
    readonly requests: number;
  };
  /** Once the first such request was answered. */
  readonly when?: Which;
  /** Plans a fault, in the language of faults add. */
  readonly fault?: FaultInput;
  /** Sets or moves the emulator's clock. */
  readonly clock?: {
    /** How it runs from then on. */
    readonly mode?: "real" | "offset" | "frozen" | "accelerated";
    /** A datetime. */
    readonly at?: string;
    /** For mode offset. */
    readonly by?: string;
    /** For mode accelerated: how many times as fast. */
    readonly factor?: number;
    /** Moves it forward. */
    readonly advance?: string;
    /** Lets a frozen clock run again. */
    readonly resume?: boolean;
  };
  /** Changes a revision; one that is not known is brought. */
  readonly revision?: {
    /** Which one. */
    readonly revision: string;
    /** What becomes of it. */
    readonly status?: "active" | "deprecated" | "retired";
    /** When it is announced to end. */
    readonly sunset?: string;
    /** 410, or the next one that is served. */
    readonly whenRetired?: "gone" | "forward";
    /** Changes to its responses. */
    readonly patches?: readonly (Readonly<Record<string, unknown>>)[];
  };
  /** What a request without a revision gets. */
  readonly defaultRevision?: "refuse" | "oldest" | "newest";
  /** Sets the rate limits, as PUT /_emulator/limits does. */
  readonly limits?: LimitsInput;
  /** Sets what becomes of messages, as PUT /_emulator/rates does. */
  readonly rates?: {
    /** How many messages are delivered. */
    readonly deliver?: number;
    /** How many messages bounce. What is neither delivered nor bounced is dropped. */
    readonly bounce?: number;
    /** How many of the delivered messages are opened. */
    readonly open?: number;
    /** How many of the delivered messages are clicked. */
    readonly click?: number;
    /** How many of the delivered messages are unsubscribed from. */
    readonly unsubscribe?: number;
    /** How many of the delivered messages are marked as spam. */
    readonly spam?: number;
  };
  /** Puts these parts back. */
  readonly reset?: readonly ("state" | "limits" | "faults" | "journal" | "clock" | "revisions" | "tokens")[];
  /** Adds a fixture document to the state, as POST /_emulator/seed does. */
  readonly seed?: Fixture;
  /** Deletes records, with all that goes with them. */
  readonly delete?: {
    /** profiles, or what the service lets a client delete, such as lists. */
    readonly collection: string;
    /** A company id. Default: the first account. */
    readonly account?: string;
    /** In the service's own language. Default: all of them. */
    readonly filter?: string;
  };
  /** Revokes a private key, or OAuth tokens. */
  readonly revoke?: {
    /** The name of a private key. */
    readonly key?: string;
    /** The client id of an OAuth app: revokes its tokens, refresh tokens too. * for every app. */
    readonly app?: string;
    /** A company id. Default: of a key the first account, of tokens every account. */
    readonly account?: string;
  };
  /** Keeps the state by this name. */
  readonly snapshot?: string;
  /** Puts the state of this name back. */
  readonly restore?: string;
  /** The run passes although the step never fires, or its fault meets no request. */
  readonly optional?: boolean;
}

// End of what is printed
