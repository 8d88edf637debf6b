import { described, integer, list, literal } from "../contract/shape.ts";
import { object, string } from "../contract/shape.ts";
import { type Amount, amountMembers } from "../control/amount.ts";
import { durationShape } from "../world/duration.ts";
import { type Which, whichMembers, whichShape } from "../world/which.ts";
import { type Step, stepShape } from "./step-shape.ts";

const text = (description: string) => described(string({ minLength: 1 }), description);

export const expectationShape = object({
  "name?": text("How the verdict calls it."),
  "requests?": described(
    object({ ...whichMembers, ...amountMembers }),
    "So many such requests were answered.",
  ),
  "order?": described(
    list(whichShape, { min: 2 }),
    "Such requests came one after the other, whatever came between.",
  ),
  "state?": described(
    object({
      collection: text("Such as events."),
      "account?": text("A company id; without it, the first account."),
      "filter?": text("In the service's own language."),
      ...amountMembers,
    }),
    "So many such records are stored at the end.",
  ),
  "waits?": described(
    object({ ...whichMembers, "tolerance?": durationShape("How much too early is let pass.") }),
    "After each Retry-After the same caller came back no sooner.",
  ),
  "gap?": described(
    object({
      ...whichMembers,
      "min?": durationShape("At least."),
      "max?": durationShape("At most."),
    }),
    "So much of the client's time lay between one such request and the next.",
  ),
  "pace?": described(
    object({
      ...whichMembers,
      max: described(integer({ min: 1 }), "At most so many."),
      in: durationShape("In any such span."),
    }),
    "No more such requests came in any span of the client's time.",
  ),
  "within?": durationShape("From the first request to the last answer, in the client's time."),
  "doubled?": described(
    integer({ min: 0 }),
    "Records that retries of lost answers wrote once more.",
  ),
  "hits?": described(
    object({ step: text("The name of a step with a fault."), ...amountMembers }),
    "So many requests met the fault of a step.",
  ),
  "exit?": described(
    integer({ min: 0, max: 255 }),
    "The exit code of the command; if nothing is said, any but 0 fails.",
  ),
});

export const expectationsShape = list(expectationShape, { max: 1000 });

/** A scenario file: a timeline of what happens, and what must be true at the end. */
export const scenarioShape = object({
  name: text("Short, such as lost-response."),
  "description?": text("The bug that it finds."),
  "fixtures?": described(
    list(text("A file beside this one, or demo, small, empty.")),
    "For an emulator of its own; default: small.",
  ),
  "settings?": described(
    object({
      "seed?": described(integer(), "Seed of the random generators."),
      "rateLimits?": text("real, off, or a multiple such as x10."),
      "frozenAt?": text("A datetime."),
      "revisionLife?": described(literal("all", "service"), "all, or as the service retires them."),
      "authScheme?": text("The word before the key."),
    }),
    "For an emulator of its own.",
  ),
  "steps?": described(list(stepShape, { max: 1000 }), "What happens, in this order."),
  "expect?": described(expectationsShape, "What must be true at the end."),
});

// Printed by the program, checked by a test: UPDATE_TYPES=1 npx vitest run test/printed-types

/** What must be true at the end of a scenario: exactly one of its members, and a name. */
// oxfmt-ignore
export interface Expectation {
  /** How the verdict calls it. */
  readonly name?: string;
  /** So many such requests were answered. */
  readonly requests?: Which & Amount;
  /** Such requests came one after the other, whatever came between. */
  readonly order?: readonly Which[];
  /** So many such records are stored at the end. */
  readonly state?: Amount & {
    /** Such as events. */
    readonly collection: string;
    /** A company id; without it, the first account. */
    readonly account?: string;
    /** In the service's own language. */
    readonly filter?: string;
  };
  /** After each Retry-After the same caller came back no sooner. */
  readonly waits?: Which & {
    /** How much too early is let pass. */
    readonly tolerance?: string;
  };
  /** So much of the client's time lay between one such request and the next. */
  readonly gap?: Which & {
    /** At least. */
    readonly min?: string;
    /** At most. */
    readonly max?: string;
  };
  /** No more such requests came in any span of the client's time. */
  readonly pace?: Which & {
    /** At most so many. */
    readonly max: number;
    /** In any such span. */
    readonly in: string;
  };
  /** From the first request to the last answer, in the client's time. */
  readonly within?: string;
  /** Records that retries of lost answers wrote once more. */
  readonly doubled?: number;
  /** So many requests met the fault of a step. */
  readonly hits?: Amount & {
    /** The name of a step with a fault. */
    readonly step: string;
  };
  /** The exit code of the command; if nothing is said, any but 0 fails. */
  readonly exit?: number;
}

/** A scenario file: a timeline of what happens, and what must be true at the end. */
// oxfmt-ignore
export interface Scenario {
  /** Short, such as lost-response. */
  readonly name: string;
  /** The bug that it finds. */
  readonly description?: string;
  /** For an emulator of its own; default: small. */
  readonly fixtures?: readonly string[];
  /** For an emulator of its own. */
  readonly settings?: {
    /** Seed of the random generators. */
    readonly seed?: number;
    /** real, off, or a multiple such as x10. */
    readonly rateLimits?: string;
    /** A datetime. */
    readonly frozenAt?: string;
    /** all, or as the service retires them. */
    readonly revisionLife?: "all" | "service";
    /** The word before the key. */
    readonly authScheme?: string;
  };
  /** What happens, in this order. */
  readonly steps?: readonly Step[];
  /** What must be true at the end. */
  readonly expect?: readonly Expectation[];
}

// End of what is printed
